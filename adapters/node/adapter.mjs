// Puts a task list behind the todospec adapter protocol: your calls go into `methods`.
// Standard output belongs to the protocol; print what you want to see with console.error.

// Uncomment what you can do, and name it in `capabilities`. A method may be async; one that
// returns nothing answers {}.
const methods = {
  hello: () => ({ name: "to be filled in", version: "0", capabilities: [] }),
  // A clean world with no chats; setup.one_active is in force.
  begin: ({ setup }) => {},
  // A new chat; with `helpers`, helper_of may name the chat whose helper agent it belongs to.
  open: ({ chat, helper_of }) => {},
  // With `no_chat`, chat may be null.
  write: ({ chat, arguments: args }) => ({ text: "to be filled in: your reply", is_error: false }),
  // `turns`: phase is "start" or "end".
  // turn: ({ chat, phase }) => {},
  // `setup`: from now on, for every chat.
  // setup: ({ one_active }) => {},
  // `reopen`: close the chat, then open it from what was recorded.
  // reopen: ({ chat }) => {},
  // `plan_mode`
  // plan_mode: ({ chat, on }) => {},
  // `list`, `plan`, `rows`: each that you declare; an item is { content, status }, with `labels`
  // also label in plan and rows.
  // observe: ({ chat }) => ({ list: [item], plan: null, rows: [{ title, items: [item] }] }),
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
