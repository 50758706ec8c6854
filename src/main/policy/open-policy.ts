import { lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { policyParts, type PolicyPart, type PolicyView } from '../../shared/policy/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { SettingsView } from '../../shared/app/views.ts'
import type { Log } from '../log/create-log.ts'
import { openLastPolicy, type LastPolicy } from './last-policy.ts'
import type { PolicyValues } from './policy-schema.ts'
import { PolicyError, readPolicy } from './read-policy.ts'

const MAX_BYTES = 200_000

/** The settings that a policy file fixes, so that no user can change them; empty if there is no policy. */
export interface Policy {
  readonly values: PolicyValues
  /** Whether nothing may be paid: there is a policy, and neither its file nor an earlier version of it can be used. */
  readonly isClosed: boolean
  view(): PolicyView
  /** Returns the settings with the policy's values in place of the user's. */
  over(settings: SettingsView): SettingsView
  /** Throws AppError `not-allowed` if the policy sets any of these parts. */
  refuse(parts: readonly string[]): void
}

export interface PolicyOptions {
  /** The file given at the start; null for `policy.json` in the data folder, if there is one. */
  readonly file: string | null
  readonly dataDir: string
  readonly now: () => number
  /** Starts using a service; throws and changes nothing if it cannot be used. */
  readonly useService: (profile: Profile) => void
  /** Receives which file is used, and what it sets or why it is not used. */
  readonly log: Log
}

type Found = { readonly values: PolicyValues } & Pick<PolicyView, 'problem'>
const none: Found = { values: {}, problem: null }

/**
 * Reads the policy once and uses all of it or nothing. Never throws: while the file is unusable, the last usable version stays in force, and
 * without one the policy is closed. A policy ends only when it is no longer set: without the flag, or with its own file deleted.
 */
export function openPolicy(options: PolicyOptions): Policy {
  const { values, problem } = use(options)
  const sets = policyParts.filter((part) => values[part] !== undefined)
  return {
    values,
    isClosed: problem !== null && !problem.usesLast,
    view: () => ({ sets, problem }),
    over(settings) {
      const { locale = settings.locale, theme = settings.theme } = values
      const { homeCountry = settings.homeCountry, idleMinutes = settings.idleMinutes } = values
      const { pinAtSale = settings.pinAtSale } = values
      return { ...settings, locale, theme, homeCountry, idleMinutes, pinAtSale }
    },
    refuse(parts) {
      if (sets.some((part: PolicyPart) => parts.includes(part)))
        throw new AppError('not-allowed', 'The policy sets it', { details: { reason: 'policy' } })
    },
  }
}

function use(options: PolicyOptions): Found {
  const { file, dataDir, log, useService } = options
  const path = file ?? join(dataDir, 'policy.json')
  const last = openLastPolicy(join(dataDir, 'policy.last.json'), (error) => log('policy.not-stored', {}, { error }))
  if (file === null && !isThere(path)) {
    const sentence = 'There is no policy file any more: its settings no longer apply.'
    if (last.forget()) log('policy.ended', {}, { sentence })
    return none
  }
  try {
    const text = readText(path)
    const values = apply(text, useService)
    last.store(text)
    const keys = Object.keys(values)
    const sentence = `The policy file ${path} is used: it sets ${keys.length === 0 ? 'nothing' : keys.join(', ')}.`
    log('policy.used', { parts: keys.length }, { sentence })
    return { values, problem: null }
  } catch (error) {
    return useLast(options, path, last, error instanceof PolicyError ? error : new PolicyError('unreadable'))
  }
}

function useLast({ now, log, useService }: PolicyOptions, path: string, last: LastPolicy, why: PolicyError): Found {
  const since = new Date(last.noteUnusable(now())).toISOString()
  const values = applyLast(last, useService)
  const usesLast = values !== null
  const [instead, effect] = usesLast
    ? (['last policy', 'The last policy that could be used stays in force.'] as const)
    : (['nothing is paid', 'Nothing is paid until it can be used, or is no longer set.'] as const)
  const sentence = `The policy file ${path} is not used. ${why.message} ${effect}`
  log('policy.refused', { reason: why.problem.reason, instead }, { sentence })
  return { values: values ?? {}, problem: { ...why.problem, since, usesLast } }
}

/** Returns null if there is no last policy, or it cannot be used any more. */
function applyLast(last: LastPolicy, useService: PolicyOptions['useService']): PolicyValues | null {
  const text = last.read()
  try {
    return text === null ? null : apply(text, useService)
  } catch {
    return null
  }
}

function apply(text: string, useService: PolicyOptions['useService']): PolicyValues {
  const values = readPolicy(text)
  if (values.service !== undefined) begin(useService, values.service)
  return values
}

/** Returns whether there is a file of this name, even if it leads nowhere or cannot be opened. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** Starts with the service, the only part that is stored: if it fails, nothing else was used. */
function begin(useService: PolicyOptions['useService'], profile: Profile): void {
  try {
    useService(profile)
  } catch (cause) {
    throw new PolicyError('service', 'service', { cause })
  }
}

function readText(path: string): string {
  try {
    const found = statSync(path)
    // Reading a pipe would wait for its writer.
    if (found.isFile() && found.size <= MAX_BYTES) return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new PolicyError('unreadable', '', { cause })
  }
  throw new PolicyError('unreadable')
}
