"""The template of adapter.py, filled in with the task list of todo_list.py."""
import json
import sys
from todo_list import TodoLists

ALL = "list plan rows labels turns chats helpers no_chat setup reopen plan_mode".split()
lists = TodoLists()


def answer(method, params):
    match method, params:
        case "hello", _:
            return {"name": "todo_list.py", "version": "1", "capabilities": ALL}
        case "begin", {"setup": setup}:
            lists.begin(setup["one_active"])
        case "open", {"chat": chat}:
            lists.open(chat)
        case "write", {"chat": chat, "arguments": arguments}:
            return lists.write(chat, arguments)
        case "turn", {"chat": chat, "phase": phase}:
            lists.chats[chat].append({"kind": "turn", "phase": phase})
        case "setup", {"one_active": one_active}:
            lists.one_active = one_active
        case "reopen", {"chat": chat}:
            lists.reopen(chat)
        case "plan_mode", {"chat": chat, "on": on}:
            lists.chats[chat].append({"kind": "plan_mode", "on": on})
        case "observe", {"chat": chat}:
            return lists.chats[chat].shown()
        case _:
            return None
    return {}


for line in sys.stdin.buffer:  # the protocol: one JSON message a line, ended by "\n" alone
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    error = {"code": -32601, "message": "unknown method " + request["method"]}
    outcome = {"error": error} if result is None else {"result": result}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **outcome}), flush=True)
