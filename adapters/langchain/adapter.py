"""LangChain's `TodoListMiddleware`, driven as it is, behind the todospec adapter protocol.

A chat is a thread of one checkpointer, a turn is one run of the agent on that thread. The run pauses
before each call of the model, so that the harness decides what the model says next.
"""

import json
import sys
from importlib.metadata import version
from uuid import uuid4

from langchain.agents import create_agent
from langchain.agents.middleware import TodoListMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver

HELLO = {
    "name": "langchain TodoListMiddleware",
    "version": version("langchain"),
    "capabilities": ["list", "plan", "turns", "chats", "reopen"],
    "setup": {"one_active": False},
}


class ScriptedModel(BaseChatModel):
    script: list[AIMessage] = []
    _llm_type = "scripted"

    def bind_tools(self, tools, **kwargs):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        return ChatResult(generations=[ChatGeneration(message=self.script.pop(0))])


class Chat:
    def __init__(self, checkpointer, name):
        self.config = {"configurable": {"thread_id": name}}
        self.model = ScriptedModel()
        todo_list = TodoListMiddleware()
        self.agent = create_agent(
            self.model, middleware=[todo_list], checkpointer=checkpointer, interrupt_before=["model"]
        )

    def state(self):
        return self.agent.get_state(self.config)

    def say(self, message):
        self.model.script.append(message)
        self.agent.invoke(None, self.config)

    def turn(self, phase):
        if phase == "start":
            self.agent.invoke({"messages": [HumanMessage("Go on.")]}, self.config)
        else:
            self.say(AIMessage("Done."))

    def write(self, arguments):
        between_turns = not self.state().next
        if between_turns:
            self.turn("start")
        call = {"name": "write_todos", "args": arguments, "id": str(uuid4())}
        self.say(AIMessage("", tool_calls=[call]))
        reply = self.state().values["messages"][-1]
        if between_turns:
            self.turn("end")
        return {"text": reply.content, "is_error": reply.status == "error"}


checkpointer, chats = InMemorySaver(), {}
for line in sys.stdin.buffer:
    request = json.loads(line)
    answer = {"result": {}}
    match request["method"], request["params"]:
        case "hello", _:
            answer = {"result": HELLO}
        case "begin", _:
            checkpointer, chats = InMemorySaver(), {}
        case "open" | "reopen", {"chat": name}:
            chats[name] = Chat(checkpointer, name)
        case "turn", {"chat": name, "phase": phase}:
            chats[name].turn(phase)
        case "write", {"chat": name, "arguments": dict(arguments)}:
            answer = {"result": chats[name].write(arguments)}
        case "write", _:
            answer = {"error": {"code": -32602, "message": "a tool call's arguments are an object"}}
        case "observe", {"chat": name}:
            todos = chats[name].state().values.get("todos")
            answer = {"result": {"list": todos, "plan": todos}}
        case method, _:
            answer = {"error": {"code": -32601, "message": f"unknown method `{method}`"}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
