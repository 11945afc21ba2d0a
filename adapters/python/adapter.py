"""Puts a task list behind the todospec adapter protocol: your calls go into `answer`.

Standard output belongs to the protocol; print what you want to see to standard error.
"""
import json
import sys


def answer(method, params):
    """The result of one request. Uncomment what you can do, and name it in `capabilities`."""
    match method, params:
        case "hello", _:
            return {"name": "to be filled in", "version": "0", "capabilities": []}
        case "begin", {"setup": setup}:  # a clean world, with setup["one_active"] in force
            return {}
        case "open", {"chat": chat}:  # a new chat; with `helpers`, params may have "helper_of"
            return {}
        case "write", {"chat": chat, "arguments": arguments}:  # with `no_chat`, chat may be None
            return {"text": "to be filled in: what your tool replies", "is_error": False}
        # case "turn", {"chat": chat, "phase": phase}:  # `turns`: phase is "start" or "end"
        #     return {}
        # case "setup", {"one_active": one_active}:  # `setup`: from now on, for every chat
        #     return {}
        # case "reopen", {"chat": chat}:  # `reopen`: close, then open from what was recorded
        #     return {}
        # case "plan_mode", {"chat": chat, "on": on}:  # `plan_mode`
        #     return {}
        # case "observe", {"chat": chat}:  # `list`, `plan`, `rows`: each that you declare; an
        #     # item is {"content", "status"}, with `labels` also "label" in plan and rows
        #     return {"list": [item], "plan": None, "rows": [{"title": title, "items": [item]}]}


for line in sys.stdin.buffer:  # the protocol: one JSON message a line, ended by "\n" alone
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    error = {"code": -32601, "message": "unknown method " + request["method"]}
    outcome = {"error": error} if result is None else {"result": result}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **outcome}), flush=True)
