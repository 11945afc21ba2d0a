// A small task list that keeps to the page: a chat's list is the newest update it recorded.

const LABELS = new Map([
  ["pending", "Pending"],
  ["in_progress", "In progress"],
  ["completed", "Completed"],
]);
const ROW_TITLE = "Update to-do list";

/** Why an update is not recorded. */
class Refusal extends Error {}

/** All chats, and the setup that new updates are checked against. */
export class TodoLists {
  oneActive = false;
  #chats = new Map();

  /** Forgets everything: a world with no chats. */
  begin(oneActive) {
    this.oneActive = oneActive;
    this.#chats.clear();
  }

  /** Opens a new chat, of the user or of a helper agent: each has its own list. */
  open(name) {
    this.#chats.set(name, new Chat([]));
  }

  /** Closes a chat and opens it from nothing but its saved record. */
  reopen(name) {
    const saved = JSON.stringify(this.chat(name).record);
    this.#chats.set(name, new Chat(JSON.parse(saved)));
  }

  chat(name) {
    return this.#chats.get(name);
  }

  /** Records one update, or refuses it. A refusal is an error that changes nothing. */
  write(name, update) {
    try {
      if (name === null) throw new Refusal("todo_write requires an owning agent session");
      const items = checked(update, this.oneActive);
      this.chat(name).append({ kind: "update", items });
      return { text: acknowledgement(items), is_error: false };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return { text: `Error: ${refusal.message}`, is_error: true };
    }
  }
}

/** An append-only record, and what it adds up to. */
class Chat {
  record = [];
  list = [];
  plan = [];
  rows = [];
  planMode = false;

  constructor(record) {
    for (const event of record) this.append(event);
  }

  /** Records one event and shows it; reopening takes the same path. */
  append(event) {
    this.record.push(event);
    if (event.kind === "update") {
      this.list = this.plan = event.items;
      this.rows.push(event.items);
    } else if (event.kind === "turn" && event.phase === "start") {
      this.plan = []; // the display alone; a turn's end leaves even that
    } else if (event.kind === "plan_mode") {
      this.planMode = event.on;
    }
  }

  /** The list as recorded; the plan and the rows as the chat displays them. */
  shown() {
    const rows = this.rows.map((items) => ({ title: ROW_TITLE, items: labelled(items) }));
    return { list: this.list, plan: labelled(this.plan), rows };
  }
}

/** The items with the words that the chat shows for their states. */
function labelled(items) {
  return items.map((item) => ({ ...item, label: LABELS.get(item.status) }));
}

/** The reply to a recorded update: the counts of the whole list. */
function acknowledgement(items) {
  const [pending, active, completed] = [...LABELS.keys()].map((status) => count(items, status));
  return `Updated todo list: ${pending} pending, ${active} in progress, ${completed} completed.`;
}

function count(items, status) {
  return items.filter((item) => item.status === status).length;
}

/** Returns the items to record, trimmed and without any other field, or throws a `Refusal`. */
function checked(update, oneActive) {
  if (!Array.isArray(update?.todos)) throw new Refusal("invalid arguments: `todos` must be a list");
  const items = update.todos.map(checkedItem);
  const active = count(items, "in_progress");
  if (oneActive && active > 1) {
    throw new Refusal(`invalid todos: at most one task may be in_progress (got ${active})`);
  }
  if (items.some((item) => item.content === "")) {
    throw new Refusal("invalid todo: `content` must be a non-empty string");
  }
  const seen = new Set();
  for (const { content } of items) {
    if (seen.has(content)) {
      throw new Refusal(`invalid todos: duplicate content ${JSON.stringify(content)}`);
    }
    seen.add(content);
  }
  return items;
}

/** Returns one item with its text trimmed, or throws a `Refusal` if its shape is wrong. */
function checkedItem(item) {
  const { content, status } = item ?? {};
  if (typeof content !== "string") throw new Refusal("invalid arguments: `content` must be text");
  if (!LABELS.has(status)) {
    throw new Refusal("invalid arguments: `status` must be pending, in_progress or completed");
  }
  return { content: content.trim(), status };
}
