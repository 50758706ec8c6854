import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { checkService } from '../src/main/check/check-service.ts'
import { loadProfileFile } from '../src/main/settings/load-profile-file.ts'
import { profileSchema, type Profile } from '../src/shared/services/profile.ts'
import { isSafeAddress } from '../src/shared/safe-address.ts'
import { printBegin, printCheck } from './print-check.ts'
import { runScript } from './run-script.ts'

const help = `Checks whether Till can buy from a spending service, and writes a profile that fits it.
It sends at most 12 requests, pays and registers nothing, and uses a made-up wallet.

  npm run check-service -- URL [flags]

  --integrator NAME   the name by which the service knows you (default: till)
  --token-file FILE   a file that holds your token; the profile is written without it
  --country CODE      the country to look for products in first, as two letters
  --profile FILE      a profile to start from, instead of a URL
  --out FILE          the file for the profile (default: printed in the last line)
  --help              print this

The last line is JSON: ok, requests, and profile or its file. The exit code is 0 if the service fits and accepts the
token (if given).`

const options = {
  integrator: { type: 'string' },
  'token-file': { type: 'string' },
  country: { type: 'string' },
  profile: { type: 'string' },
  out: { type: 'string' },
} as const

await runScript(help, async (args) => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const start = readStartProfile(values, positionals)
  const profile = profileSchema.parse({ ...start, ...readToken(values['token-file']) })
  const country = readCountry(values.country)
  if (values.out !== undefined) assertWritable(values.out)
  printBegin()
  const check = await checkService({ profile, country, hour: null, now: Date.now })
  printCheck(check)
  const { ok, requests, found } = check
  const { token: _token, ...rest } = start
  const fitting = found === null ? null : { ...rest, ...found }
  const file = fitting === null ? undefined : values.out
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(fitting, null, 2)}\n`, { mode: 0o600 })
  console.log(JSON.stringify({ ok, requests, ...(file === undefined ? { profile: fitting } : { file }) }))
  return ok ? 0 : 1
})

type StartProfile = Pick<Profile, 'name' | 'baseUrl' | 'integrator'> & Partial<Profile>

/** Returns the profile to start from: the file's, or one with only an address. */
function readStartProfile(
  values: { readonly integrator?: string | undefined; readonly profile?: string | undefined },
  [url, ...more]: readonly string[],
): StartProfile {
  const { integrator, profile: file } = values
  if ((url === undefined) === (file === undefined) || more.length > 0)
    throw new Error('Name one service: npm run check-service -- URL, or --profile FILE.')
  if (integrator !== undefined && !profileSchema.shape.integrator.safeParse(integrator).success)
    throw new Error('The integrator’s name must have 1 to 100 characters.')
  if (file !== undefined) return { ...loadProfileFile(file), ...(integrator === undefined ? {} : { integrator }) }
  const baseUrl = url?.trim() ?? ''
  if (!isSafeAddress(baseUrl))
    throw new Error('A service’s address must start with https://; http:// works only for services on this machine.')
  if (/[?#\s]/.test(baseUrl)) throw new Error('A service’s address must not contain ?, # or spaces.')
  return { name: new URL(baseUrl).host.slice(0, 60), baseUrl, integrator: integrator ?? 'till' }
}

function readToken(file: string | undefined): { token?: string } {
  if (file === undefined) return {}
  const token = readText(file).trim()
  if (!profileSchema.shape.token.safeParse(token).success)
    throw new Error(`The token file ${file} is empty, or too long for a token.`)
  return { token }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`The token file ${file} cannot be read.`, { cause })
  }
}

function readCountry(code: string | undefined): string | null {
  if (code === undefined) return null
  if (!/^[a-z]{2}$/i.test(code)) throw new Error('Name a country by two letters: --country MX.')
  return code.toUpperCase()
}

/** Refuses a file that cannot be written, before the check sends any request. */
function assertWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (cause) {
    throw new Error(`Cannot write to ${dirname(file)}.`, { cause })
  }
}
