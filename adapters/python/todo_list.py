"""A small task list that keeps to the page: a chat's list is the newest update it recorded."""

import json

STATES = {"pending": "Pending", "in_progress": "In progress", "completed": "Completed"}
ROW_TITLE = "Update to-do list"


class Refusal(Exception):
    """Why an update is not recorded."""


class TodoLists:
    """All chats, and the setup that new updates are checked against."""

    def __init__(self):
        self.begin(one_active=False)

    def begin(self, one_active):
        """Forgets everything: a world with no chats."""
        self.one_active = one_active
        self.chats = {}

    def open(self, name):
        """Opens a new chat, of the user or of a helper agent: each has its own list."""
        self.chats[name] = Chat([])

    def reopen(self, name):
        """Closes a chat and opens it from nothing but its saved record."""
        saved = json.dumps(self.chats[name].record)
        self.chats[name] = Chat(json.loads(saved))

    def write(self, name, arguments):
        """Records one update, or refuses it. A refusal is an error that changes nothing."""
        try:
            if name is None:
                raise Refusal("todo_write requires an owning agent session")
            items = checked(arguments, self.one_active)
        except Refusal as refusal:
            return {"text": f"Error: {refusal}", "is_error": True}
        self.chats[name].append({"kind": "update", "items": items})
        return {"text": acknowledgement(items), "is_error": False}


class Chat:
    """An append-only record, and what it adds up to."""

    def __init__(self, record):
        self.record = []
        self.list = None
        self.plan = None
        self.rows = []
        self.plan_mode = False
        for event in record:
            self.append(event)

    def append(self, event):
        """Records one event and shows it; reopening takes the same path."""
        self.record.append(event)
        match event:
            case {"kind": "update", "items": items}:
                self.list = self.plan = items
                self.rows.append(items)
            case {"kind": "turn", "phase": "start"}:
                self.plan = None  # the display alone; a turn's end leaves even that
            case {"kind": "plan_mode", "on": on}:
                self.plan_mode = on

    def shown(self):
        """The list as recorded; the plan and the rows as the chat displays them."""
        rows = [{"title": ROW_TITLE, "items": labelled(items)} for items in self.rows]
        return {"list": self.list, "plan": labelled(self.plan), "rows": rows}


def acknowledgement(items):
    """The reply to a recorded update: the counts of the whole list."""
    count = [item["status"] for item in items].count
    pending, active, completed = count("pending"), count("in_progress"), count("completed")
    return f"Updated todo list: {pending} pending, {active} in progress, {completed} completed."


def labelled(items):
    """The items with the words that the chat shows for their states."""
    return items and [{**item, "label": STATES[item["status"]]} for item in items]


def checked(arguments, one_active):
    """Returns the items to record, trimmed, or raises a `Refusal`."""
    if not isinstance(arguments, dict) or set(arguments) != {"todos"}:
        raise Refusal("invalid arguments: expected `todos` alone")
    if not isinstance(arguments["todos"], list):
        raise Refusal("invalid arguments: `todos` must be a list")
    items = [checked_item(item) for item in arguments["todos"]]
    seen = set()
    for content in (item["content"] for item in items):
        if not content:
            raise Refusal("invalid todo: `content` must be a non-empty string")
        if content in seen:
            raise Refusal(f'invalid todos: duplicate content "{content}"')
        seen.add(content)
    active = sum(item["status"] == "in_progress" for item in items)
    if one_active and active > 1:
        raise Refusal(f"invalid todos: at most one task may be in_progress (got {active})")
    return items


def checked_item(item):
    """Returns one item with its text trimmed, or raises a `Refusal` if its shape is wrong."""
    if not isinstance(item, dict) or set(item) != {"content", "status"}:
        raise Refusal("invalid arguments: an item is `content` and `status`, nothing else")
    content, status = item["content"], item["status"]
    if not isinstance(content, str):
        raise Refusal("invalid arguments: `content` must be text")
    if not isinstance(status, str) or status not in STATES:
        raise Refusal("invalid arguments: `status` must be pending, in_progress or completed")
    return {"content": content.strip(), "status": status}
