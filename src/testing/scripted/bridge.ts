import { z } from 'zod'
import { createPageEmitter } from '../../main/ipc/channel/page-emitter.ts'
import { replyFor } from '../../main/ipc/channel/role-views.ts'
import {
  events,
  requests,
  type EventName,
  type EventPayload,
  type Reply,
  type RequestName,
  type TillBridge,
} from '../../shared/contract.ts'
import { AppError, fromSentError, toSentError } from '../../shared/errors.ts'
import { isAtLeast } from '../../shared/kiosk/roles.ts'
import { isObject, plausible, type PartOf } from '../plausible.ts'
import { newScript, type Answers, type Script, type SetApp } from './script.ts'
import { standardAnswers } from './standard-answers.ts'
import { thingFor } from './things.ts'

/** The wallet's password, accepted wherever one is required. */
const password = 'correct horse'
/** Requests that take a password without checking it. */
const newPasswords: readonly string[] = ['vault.create', 'vault.restore', 'vault.strength']
/** Requests that main refuses while Till is locked: whatever signs, answers about coins, or needs the records key. */
const needUnlock =
  /^(?:[a-z]+\.confirm|external\.(ask|register|dismiss|markReturned|denyReturn)|history\.ack|notes\.set|people\.(save|add|remove)|purchases\.(answerRefund|waiveRefund|reportPayment|correct)|codes\.(keep|findSame|mark|remove|reveal|copy)|reminders\.(set|stop))/

export interface Scripted {
  readonly bridge: TillBridge
  readonly script: Script
  /** Every request, oldest first. */
  readonly requests: { name: string; input: unknown }[]
  /** Sends an event to the page; fills in the missing fields of its payload. */
  emit<N extends EventName>(name: N, payload: PartOf<EventPayload<N>>): void
  readonly setApp: SetApp
}

/** Creates a bridge that answers as `given` says, else as a Till in use; every answer fits the contract. */
export function createScriptedBridge(given: Partial<Script> = {}): Scripted {
  const script = newScript(given)
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const received: Scripted['requests'] = []
  const emitToPage = createPageEmitter({
    role: () => script.app.kiosk.role,
    emit: (name, payload) => listeners.get(name)?.forEach((listener) => listener(structuredClone(payload))),
  })
  const emit: Scripted['emit'] = (name, payload) => {
    const schema: z.ZodType = events[name].payload
    const state = plausible(schema, payload) as EventPayload<typeof name>
    // The page may request it only now, when it is idle.
    const reader = readerOf(name)
    if (reader !== undefined) Object.assign(script, { [reader]: state })
    emitToPage(name, state)
  }
  const setApp: SetApp = (change) => {
    script.app = { ...script.app, ...change }
    emit('app.changed', script.app)
    return script.app
  }
  const standard = standardAnswers(script, setApp, (name, input) => answerOf(world, name, input) as Promise<never>)
  const world: World = { script, standard, setApp }

  return {
    script,
    requests: received,
    emit,
    setApp,
    bridge: {
      async request(name, input): Promise<Reply> {
        received.push({ name, input })
        if (!Object.hasOwn(requests, name)) return { ok: false, error: { code: 'not-found', message: name } }
        const known = name as RequestName
        if (script.hangs.has(known)) return new Promise(() => undefined)
        try {
          const answer = await answerOf(world, known, input)
          return { ok: true, value: structuredClone(replyFor(script.app.kiosk.role, known, answer)) }
        } catch (thrown) {
          if (!(thrown instanceof AppError)) throw thrown
          return { ok: false, error: toSentError(thrown) }
        }
      },
      on(name, listener) {
        const own = listeners.get(name) ?? new Set()
        listeners.set(name, own.add(listener))
        return () => own.delete(listener)
      },
    },
  }
}

/** Returns the first request that needs no input and answers with what the event says: the one that reads it. */
function readerOf(event: EventName): RequestName | undefined {
  const { payload } = events[event]
  return (Object.keys(requests) as RequestName[]).find(
    (name) =>
      requests[name].output === payload &&
      [undefined, {}].some((nothing) => requests[name].input.safeParse(nothing).success),
  )
}

interface World {
  readonly script: Script
  readonly standard: Answers
  readonly setApp: SetApp
}

async function answerOf(world: World, name: RequestName, typed: unknown): Promise<unknown> {
  const { script, standard, setApp } = world
  const fails = script.fails[name]
  if (fails) throw fromSentError({ ...fails, message: 'Scripted' })
  if (!isAtLeast(script.app.kiosk.role, requests[name].permission))
    throw new AppError('not-allowed', 'No', { details: { reason: 'role' } })
  const input = requests[name].input.parse(typed)
  assertAllowed(script, name, isObject(input) ? input : {})
  const output: z.ZodType = requests[name].output
  const thing = thingFor(script, setApp, name, input)
  const change = onePage(await made(standard[name], input), input)
  const usual = thing
    ? plausible(output, change as object, { ...thing.now, ...sharedFields(output, input) })
    : withInput(output, input, change ?? (await answerAsNow(world, name, input)))
  const answer = plausible(output, await made(script[name], input), usual)
  thing?.keep(answer as object)
  return answer
}

function assertAllowed(script: Script, name: RequestName, input: Readonly<Record<string, unknown>>): void {
  const typed = input['password'] ?? input['feePassword'] ?? ''
  if (typed !== '' && typed !== password && !newPasswords.includes(name)) throw new AppError('wrong-password', 'Wrong')
  if (script.app.locked && needUnlock.test(name)) throw new AppError('locked', 'Locked')
}

/** Returns the page of an answer's list that the input asks for, with the length of the whole list. */
function onePage(answer: unknown, input: unknown): unknown {
  if (!isObject(answer) || !isObject(input)) return answer
  const { offset, limit } = input
  const [name, list] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? []
  if (typeof offset !== 'number' || typeof limit !== 'number' || name === undefined || !Array.isArray(list))
    return answer
  return { total: list.length, ...answer, [name]: list.slice(offset, offset + limit) }
}

function made(answer: unknown, input: unknown): unknown {
  return typeof answer === 'function' ? (answer as (input: unknown) => unknown)(input) : answer
}

/** Answers a change with the current state: as another request with the same output that takes no input or this one. */
async function answerAsNow(world: World, name: RequestName, input: unknown): Promise<unknown> {
  const { output } = requests[name]
  if (output instanceof z.ZodVoid) return undefined
  const same = (Object.keys(world.standard) as RequestName[]).filter(
    (other) => other !== name && requests[other].output === output,
  )
  for (const given of [undefined, input]) {
    const now = same.find((other) => requests[other].input.safeParse(given).success)
    if (now !== undefined) return answerOf(world, now, given)
  }
  return undefined
}

/** Copies the input's fields that the output has too, unless the usual answer sets them. */
function withInput(output: z.ZodType, input: unknown, usual: unknown): unknown {
  return output instanceof z.ZodObject ? { ...sharedFields(output, input), ...(usual as object | undefined) } : usual
}

function sharedFields(output: z.ZodType, input: unknown): object {
  if (!(output instanceof z.ZodObject) || !isObject(input)) return {}
  const shape: Readonly<Record<string, z.ZodType>> = output.shape
  return Object.fromEntries(Object.entries(input).filter(([key, value]) => shape[key]?.safeParse(value).success))
}
