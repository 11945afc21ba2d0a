// The published dsh packages behind todospec's adapter protocol. `World` drives them as they are and knows no protocol;
// below it, JSON-RPC over standard input and output knows no package. Neither holds a rule of the task list.

import { createRequire } from 'node:module'
import { Context } from '@deepseek-ai/cordis'
import { PlanModeController } from '@deepseek-ai/dsh-plan-mode'
import { interruptedTurnClosers, SessionStore } from '@deepseek-ai/dsh-session'
import { SessionProjectionRegistry } from '@deepseek-ai/dsh-session-projection'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import * as todoTool from '@deepseek-ai/dsh-tool-todo'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'

/** One composition of the packages with its chats: each a live session, and the agent that owns it. */
class World {
  ctx = new Context()
  chats = new Map()
  calls = 0

  static async create(oneActive) {
    const world = new World()
    for (const service of [SystemPrompt, ToolRuntime, SessionStore, SessionProjectionRegistry]) await world.ctx.plugin(service)
    await world.ctx.plugin(PlanModeController, { section: 'Plan first; change nothing yet.' })
    await world.mount(oneActive)
    return world
  }

  /** The rule is the plugin's configuration, so a change of setup is another mount of it. */
  async mount(oneActive) {
    await this.todo?.dispose()
    this.todo = await this.ctx.plugin(todoTool, { allowParallelInProgress: !oneActive })
  }

  open(chat, parent) {
    this.enter(chat, this.ctx.sessions.prepare(undefined, parent && {
      meta: { parentSession: parent.session.id, origin: 'subagent', delegationDepth: 1 + (parent.session.header.delegationDepth ?? 0) },
    }))
  }

  /** Only an entered and announced session feeds the projections. */
  enter(chat, session) {
    const detach = this.ctx.sessions.enter(session)
    this.ctx.sessions.announce(session)
    this.chats.set(chat, { session, detach, agent: { id: chat, session, inject() {} } })
  }

  /** Closed, stored as JSON, loaded as after a crash: the package closes a turn that was open. */
  reopen({ session, agent, detach }) {
    detach()
    const { header, events } = JSON.parse(JSON.stringify({ header: session.header, events: session.events }))
    const seed = [...events, ...interruptedTurnClosers(events)]
    this.enter(agent.id, this.ctx.sessions.prepare(session.id, { seedSource: 'persistence', meta: header, seed }))
  }

  async write(agent, args) {
    const callId = `call-${++this.calls}`
    const call = { callId, name: 'todo_write', arguments: args, signal: new AbortController().signal, ...agent && { agent } }
    const { content, isError } = await this.ctx.tools.execute(call)
    return { text: content.map(block => block.text).join('\n'), is_error: isError }
  }

  turn({ session }, phase) {
    const turn = newest(session, 'turn/start')?.turn ?? 0
    if (phase === 'start') session.append('turn/start', { turn: turn + 1 })
    else session.append('turn/end', { turn, reason: { kind: 'completed' } })
  }

  /** Between turns the package records the switch at once; in an open turn, before the step that comes next. */
  async planMode({ session, agent }, on) {
    if (this.ctx.planMode.set(agent, on) !== 'queued') return
    const step = { agent, messages: [], turn: newest(session, 'turn/start').turn, step: 1, signal: new AbortController().signal }
    await this.ctx.waterfall('agent/pre-step', step, async () => ({ kind: 'enter', messages: [] }))
  }

  observe({ session }) {
    return { list: newest(session, 'todo/write')?.todos ?? null, plan: this.ctx.sessionProjections.snapshot(session).values.todos }
  }
}

const newest = (session, type) => session.events.findLast(event => event.type === type)?.data

// The protocol: one JSON-RPC 2.0 message a line, one at a time.

const { name, version } = createRequire(import.meta.url)('@deepseek-ai/dsh-tool-todo/package.json')
const capabilities = ['list', 'plan', 'turns', 'chats', 'helpers', 'no_chat', 'setup', 'reopen', 'plan_mode']
let world

const methods = {
  hello: () => ({ name, version, capabilities }),
  async begin({ setup }) {
    await world?.ctx.fiber.dispose()
    world = await World.create(setup.one_active)
  },
  open: ({ chat, helper_of }) => world.open(chat, helper_of === undefined ? undefined : known(helper_of)),
  write: ({ chat, arguments: args }) => world.write(chat === null ? undefined : known(chat).agent, args),
  turn: ({ chat, phase }) => world.turn(known(chat), phase),
  setup: ({ one_active }) => world.mount(one_active),
  reopen: ({ chat }) => world.reopen(known(chat)),
  plan_mode: ({ chat, on }) => world.planMode(known(chat), on),
  observe: ({ chat }) => world.observe(known(chat)),
}

const refusal = (code, message) => Object.assign(new Error(message), { refusal: code })

function known(chat) {
  const found = world?.chats.get(chat)
  if (!found) throw refusal(-32602, `no chat ${JSON.stringify(chat)} is open`)
  return found
}

async function answer(line) {
  let id = null
  try {
    const request = JSON.parse(line)
    id = request.id
    if (!Object.hasOwn(methods, request.method)) throw refusal(-32601, `no method ${request.method}`)
    return { jsonrpc: '2.0', id, result: await methods[request.method](request.params ?? {}) ?? {} }
  } catch (error) {
    if (!error.refusal) console.error(error)
    return { jsonrpc: '2.0', id, error: { code: error.refusal ?? -32603, message: error.message } }
  }
}

let rest = ''
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = chunk.split('\n') // not `readline`, which also splits at U+2028
  lines[0] = rest + lines[0]
  rest = lines.pop()
  for (const line of lines.filter(line => line.trim() !== '')) {
    const reply = await answer(line)
    if (reply.id !== undefined) process.stdout.write(JSON.stringify(reply) + '\n') // a notification has no id
  }
}
