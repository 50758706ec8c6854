import { isDeepStrictEqual } from 'node:util'
import { errorCodes } from '../../src/shared/errors.ts'
import { events, requests, type Reply, type RequestName } from '../../src/shared/contract.ts'
import { createRandom } from '../world/random.ts'
import type { RouterFixture } from './router-fixture.ts'
import { createInputs } from './inputs.ts'

export interface AttackReport {
  readonly requests: number
  readonly cases: number
  /** Malformed or missing answers, answers after a minute, and failures that no handler foresaw. */
  readonly crashes: number
  /** Handlers reached from a foreign frame or with invalid input, and secrets used without the password. */
  readonly unauthorised: number
  /** Undeclared fields and secrets in answers, events and the log. */
  readonly leaks: number
}

export type Finding = {
  readonly kind: 'crash' | 'unauthorised' | 'leak'
  readonly name: string
  readonly input: unknown
  readonly what: unknown
}

/** Vault operations that need the password, which no case knows. */
const needPassword = [
  'verify',
  'prove',
  'reveal',
  'revealKey',
  'exportKeystore',
  'changePassword',
  'limit',
  'remove',
  'create',
  'sign',
]
/** Requests that need the password beyond the vault's own check. */
const askPassword: readonly RequestName[] = [
  'limits.set',
  'profile.save',
  'profile.useWaiting',
  'backupFile.choose',
  'backupFile.stop',
  'backupFile.restore',
  'vault.erase',
  'vault.unlock',
  'kiosk.turnOn',
  'kiosk.turnOff',
  'kiosk.signInManager',
]
const names = Object.keys(requests) as RequestName[]
const ANSWERS_WITHIN_MS = 60_000

/** Sends `cases` requests over all names, a third of them from a foreign frame. Reports every violation. */
export async function attack(
  fixture: RouterFixture,
  cases: number,
  seed: number,
  found: (finding: Finding) => void,
): Promise<AttackReport> {
  const random = createRandom(seed)
  const input = createInputs(random, fixture.known)
  const counts = { crash: 0, unauthorised: 0, leak: 0 }
  for (let one = 0; one < cases; one++) {
    const name = names[one % names.length] ?? 'app.get'
    const trusted = random.below(3) > 0
    if (one % 300 === 0) await fixture.unlock()
    const given = input(name)
    const before = trusted ? null : fixture.vaultFile()
    fixture.vaultDid()
    const report = (kind: Finding['kind'], what: unknown): void => {
      counts[kind]++
      found({ kind, name, input: given, what })
    }
    const reply = await inTime(fixture.request(trusted, name, given))
    if (reply === null) {
      report('crash', 'no answer')
      continue
    }
    const fits = requests[name].input.safeParse(given).success
    if (reply.ok && !(trusted && fits)) report('unauthorised', 'answered')
    if (reply.ok && askPassword.includes(name)) report('unauthorised', 'answered without the password')
    if (!trusted && before !== fixture.vaultFile()) report('unauthorised', 'the wallet changed')
    const did = fixture.vaultDid().filter((what) => needPassword.includes(what))
    if (did.length > 0) report('unauthorised', did)
    for (const failure of fixture.unforeseen()) report('crash', failure)
    for (const leak of leaksOf(fixture, name, reply)) report('leak', leak)
  }
  const { crash: crashes, unauthorised, leak: leaks } = counts
  return { requests: names.length, cases, crashes, unauthorised, leaks }
}

async function inTime(answer: Promise<Reply>): Promise<Reply | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ANSWERS_WITHIN_MS)))
  try {
    return await Promise.race([answer, late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

function leaksOf(fixture: RouterFixture, name: RequestName, reply: Reply): string[] {
  const leaks: string[] = []
  if (reply.ok) {
    const declared = requests[name].output.safeParse(reply.value)
    if (!declared.success || !isDeepStrictEqual(declared.data, reply.value)) leaks.push('an undeclared answer')
  } else {
    const { code, message, details = {}, ...more } = reply.error
    const isPlain = Object.values(details).every((value) => value === null || typeof value !== 'object')
    if (
      !(errorCodes as readonly string[]).includes(code) ||
      typeof message !== 'string' ||
      Object.keys(more).length > 0 ||
      !isPlain
    )
      leaks.push('an undeclared error')
  }
  for (const { name: event, payload } of fixture.events()) {
    const declared = Object.hasOwn(events, event)
      ? events[event as keyof typeof events].payload.safeParse(payload)
      : null
    if (!declared?.success || !isDeepStrictEqual(declared.data, payload)) leaks.push(`an undeclared ${event}`)
    if (holdsSecret(fixture, payload)) leaks.push(`a secret in ${event}`)
  }
  for (const line of fixture.logged()) if (holdsSecret(fixture, line)) leaks.push(`a secret in the log: ${line}`)
  // A new recovery phrase is shown so that it can be written down.
  if (name !== 'vault.draft' && holdsSecret(fixture, reply)) leaks.push('a secret')
  return leaks
}

function holdsSecret({ secrets }: RouterFixture, output: unknown): boolean {
  const text = JSON.stringify(output) ?? ''
  return secrets.some((secret) => text.includes(secret))
}
