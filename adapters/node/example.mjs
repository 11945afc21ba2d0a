// The template of adapter.mjs, filled in with the task list of todo-list.mjs.
import { TodoLists } from "./todo-list.mjs";

const lists = new TodoLists();
const capabilities =
  "list plan rows labels turns chats helpers no_chat setup reopen plan_mode".split(" ");

const methods = {
  hello: () => ({ name: "todo-list.mjs", version: "1", capabilities }),
  begin: ({ setup }) => lists.begin(setup.one_active),
  open: ({ chat }) => lists.open(chat),
  write: ({ chat, arguments: args }) => lists.write(chat, args),
  turn: ({ chat, phase }) => lists.chat(chat).append({ kind: "turn", phase }),
  setup: ({ one_active }) => {
    lists.oneActive = one_active;
  },
  reopen: ({ chat }) => lists.reopen(chat),
  plan_mode: ({ chat, on }) => lists.chat(chat).append({ kind: "plan_mode", on }),
  observe: ({ chat }) => lists.chat(chat).shown(),
};

// The protocol: one JSON message a line, ended by "\n" alone.
let rest = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  rest = Buffer.concat([rest, chunk]);
  for (let end; (end = rest.indexOf("\n")) >= 0; rest = rest.subarray(end + 1)) {
    const { id, method, params } = JSON.parse(rest.subarray(0, end).toString());
    const outcome = Object.hasOwn(methods, method)
      ? { result: (await methods[method](params)) ?? {} }
      : { error: { code: -32601, message: `unknown method ${method}` } };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }) + "\n");
  }
}
