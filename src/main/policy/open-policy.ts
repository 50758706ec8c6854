import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { policyParts, type PolicyPart, type PolicyView } from '../../shared/policy/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { SettingsView } from '../../shared/app/views.ts'
import type { PolicyValues } from './policy-schema.ts'
import { PolicyError, readPolicy } from './read-policy.ts'

const MAX_BYTES = 200_000

/** The settings that a policy file fixes, so that no user can change them; empty if there is no usable file. */
export interface Policy {
  readonly values: PolicyValues
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
  /** Starts using a service; throws and changes nothing if it cannot be used. */
  readonly useService: (profile: Profile) => void
  /** Receives one line that says which file is used, and what it sets or why it is not used. */
  readonly say: (sentence: string) => void
}

/** Reads the policy once and uses all of it or nothing. Never throws: without it the register sells on with its last settings. */
export function openPolicy(options: PolicyOptions): Policy {
  const { values, problem } = use(options)
  const sets = policyParts.filter((part) => values[part] !== undefined)
  return {
    values,
    view: () => ({ sets, problem }),
    over(settings) {
      const { locale = settings.locale, theme = settings.theme } = values
      const { homeCountry = settings.homeCountry, idleMinutes = settings.idleMinutes } = values
      return { ...settings, locale, theme, homeCountry, idleMinutes }
    },
    refuse(parts) {
      if (sets.some((part: PolicyPart) => parts.includes(part)))
        throw new AppError('not-allowed', 'The policy sets it', { details: { reason: 'policy' } })
    },
  }
}

function use({
  file,
  dataDir,
  useService,
  say,
}: PolicyOptions): { values: PolicyValues } & Pick<PolicyView, 'problem'> {
  const path = file ?? join(dataDir, 'policy.json')
  if (file === null && !existsSync(path)) return { values: {}, problem: null }
  try {
    const values = readPolicy(readText(path))
    if (values.service !== undefined) begin(useService, values.service)
    const keys = Object.keys(values)
    say(`The policy file ${path} is used: it sets ${keys.length === 0 ? 'nothing' : keys.join(', ')}.`)
    return { values, problem: null }
  } catch (error) {
    const { message, problem } = error instanceof PolicyError ? error : new PolicyError('unreadable')
    say(`The policy file ${path} is not used. ${message}`)
    return { values: {}, problem }
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
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new PolicyError('unreadable', '', { cause })
  }
  throw new PolicyError('unreadable')
}
