// Session logs as the published dsh packages write them: `node logs.mjs FOLDER`. The packages do all that is recorded; this file
// only plays the model that calls the tool, and stores each session as a header line and an event a line.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { interruptedTurnClosers, packChunkRuns, SessionStore } from '@deepseek-ai/dsh-session'
import { SessionProjectionRegistry } from '@deepseek-ai/dsh-session-projection'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import * as todoTool from '@deepseek-ai/dsh-tool-todo'
import { ToolRuntime } from '@deepseek-ai/dsh-tools'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: node logs.mjs FOLDER')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })

const ctx = new Context()
for (const service of [SystemPrompt, ToolRuntime, SessionStore, SessionProjectionRegistry]) await ctx.plugin(service)
let mounted
/** The rule is the plugin's configuration: a change of setup is another mount of it. */
async function setup(oneActive) {
  await mounted?.dispose()
  mounted = await ctx.plugin(todoTool, { allowParallelInProgress: !oneActive })
}

/** A chat, and the model that works in it. */
class Chat {
  calls = 0
  turns = 0

  constructor(parent) {
    this.enter(ctx.sessions.prepare(undefined, parent && {
      meta: { parentSession: parent.session.id, origin: 'subagent', delegationDepth: 1 },
    }))
  }

  enter(session) {
    this.session = session
    this.detach = ctx.sessions.enter(session)
    ctx.sessions.announce(session)
    this.agent = { id: 'agent', session, inject() {} }
  }

  start() {
    this.step = 0
    this.session.append('turn/start', { turn: ++this.turns })
  }

  end() {
    this.session.append('turn/end', { turn: this.turns, reason: { kind: 'completed' } })
  }

  /** One step, in which the model makes these calls side by side. */
  async send(...lists) {
    const place = { turn: this.turns, step: ++this.step }
    this.session.append('step/start', place)
    const sent = list => typeof list === 'string' ? list : JSON.stringify({ todos: list })
    const made = lists.map(list => ({ id: `call_${++this.calls}`, arguments: sent(list) }))
    made.forEach(({ id, arguments: text }, index) => {
      const pieces = text.match(/[^]{1,8}/gu)
      for (const piece of pieces) {
        const chunk = { type: 'tool-call-delta', index, id, name: 'todo_write', argumentsDelta: piece }
        this.session.append('assistant/chunk', { ...place, chunk })
      }
    })
    const cited = made.map(call => this.session.append('tool/call', { ...place, callId: call.id, name: 'todo_write', arguments: call.arguments }))
    const results = await Promise.all(made.map(call => this.run(call)))
    results.forEach((result, index) => this.answered(place, made[index].id, result, cited[index]))
    this.session.append('step/end', place)
  }

  async run(call) {
    let args
    try {
      args = JSON.parse(call.arguments)
    } catch (error) {
      return { content: [{ type: 'text', text: `Error: arguments are no JSON: ${error.message}` }], isError: true }
    }
    return ctx.tools.execute({ callId: call.id, name: 'todo_write', arguments: args, signal: new AbortController().signal, agent: this.agent })
  }

  answered(place, callId, { content, isError, error }, cited) {
    const block = { type: 'tool-result', toolCallId: callId, content, isError }
    const message = { id: `result-${callId}`, role: 'user', source: { kind: 'tool', callId }, content: [block] }
    const data = { ...place, message, ...error?.info && { error: error.info } }
    this.session.append('tool/result', data, { surfaceOp: 'append', sourceEventSeqs: [cited?.seq ?? this.session.events.length - 1] })
  }

  /** A call that was recorded and never answered. */
  interrupted(list) {
    const place = { turn: this.turns, step: ++this.step }
    const callId = `call_${++this.calls}`
    const call = { name: 'todo_write', arguments: JSON.stringify({ todos: list }) }
    const content = [{ type: 'tool-call', id: callId, ...call }]
    const message = { id: `message-${callId}`, role: 'assistant', content, source: { kind: 'model', provider: 'none', model: 'none' } }
    this.session.append('step/start', place)
    this.session.append('assistant/message', { ...place, message }, { surfaceOp: 'append', sourceEventSeqs: [] })
    this.session.append('tool/call', { ...place, callId, ...call })
  }

  /** Closed, stored, and loaded again as after a crash; a turn that was open is closed by the package, or left to lie. */
  reopen({ repaired = true } = {}) {
    this.detach()
    const { header, events } = JSON.parse(JSON.stringify({ header: this.session.header, events: this.session.events }))
    const seed = repaired ? [...events, ...interruptedTurnClosers(events)] : events
    this.enter(ctx.sessions.prepare(this.session.id, { seedSource: 'persistence', meta: header, seed }))
  }

  store(name) {
    const { header, events } = this.session
    const rows = [{ type: 'session', ...header }, ...packChunkRuns(events)]
    writeFileSync(join(folder, `${name}.jsonl`), rows.map(row => JSON.stringify(row) + '\n').join(''))
  }
}

const item = (status, content) => ({ content, status })
const todo = text => item('pending', text)
const doing = text => item('in_progress', text)
const done = text => item('completed', text)

// Many turns, texts with ends to trim, and a list that is emptied.
await setup(false)
const work = new Chat()
for (let turn = 1; turn <= 12; turn++) {
  work.start()
  await work.send([doing(`  Look at part ${turn} `), todo('Write the summary\n')])
  await work.send([done(`Look at part ${turn}`), doing('Write the summary')])
  if (turn % 4 === 0) await work.send([])
  work.end()
}
work.store('many-turns')

// A refusal of each kind, in a list that stays as it is.
const refused = new Chat()
refused.start()
await refused.send([todo('Sort the post'), doing('Water the plants')])
await refused.send([todo('Sort the post'), todo('  ')])
await refused.send([todo('Say "hello"'), done(' Say "hello"')])
await refused.send([item('paused', 'Sort the post')])
await refused.send([{ content: 'Sort the post' }])
await refused.send([{ ...todo('Sort the post'), priority: 1 }])
await refused.send('{"todos":[{"content":"Sort')
await setup(true)
await refused.send([doing('Sort the post'), doing('Water the plants')])
await refused.send([doing('Sort the post'), doing(''), doing('')])
await refused.send([done('Sort the post'), doing('Water the plants')])
refused.end()
refused.store('refusals')

// The rule is off, on, and off again, over one list.
await setup(false)
const changed = new Chat()
changed.start()
await changed.send([doing('Build'), doing('Test')])
await setup(true)
await changed.send([doing('Build'), doing('Test')])
changed.end()
changed.start()
await changed.send([done('Build'), doing('Test')])
await setup(false)
await changed.send([doing('Build'), doing('Test'), doing('Ship')])
changed.end()
changed.store('changed-setup')

// Closed and opened again: between turns, in an open turn, and after a call that nothing answers.
const reopened = new Chat()
reopened.start()
await reopened.send([doing('Read the letters')])
reopened.end()
reopened.reopen()
reopened.start()
await reopened.send([done('Read the letters'), doing('Answer them')])
reopened.reopen({ repaired: false })
reopened.start()
await reopened.send([todo('Answer them')])
reopened.interrupted([done('Answer them')])
reopened.reopen()
reopened.start()
await reopened.send([done('Answer them')])
reopened.end()
reopened.store('reopened')

// Several calls in one step, some refused.
const sideways = new Chat()
sideways.start()
await sideways.send([todo('Cut'), todo('Sew')], [doing('Cut'), todo('Sew')], [todo('Cut'), todo('Cut')])
await sideways.send([done('Cut'), doing('Sew')], [done('Cut'), doing('Sew')])
sideways.end()
sideways.store('side-by-side')

// A helper agent: a list of its own, beside that of the chat it works for.
const parent = new Chat()
parent.start()
await parent.send([doing('Ask a helper'), todo('Read its answer')])
const helper = new Chat(parent)
helper.start()
await helper.send([doing('Find the answer')])
await helper.send([done('Find the answer')])
helper.end()
await parent.send([done('Ask a helper'), doing('Read its answer')])
parent.end()
parent.store('parent')
helper.store('helper')
process.exit(0)
