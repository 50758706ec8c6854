import config from './electron-builder.json' with { type: 'json' }

const forLinux = ['--linux', '-l']
const forOthers = ['--mac', '--macos', '-m', '-o', '--win', '--windows', '-w']

export interface Choice {
  /** The flags for electron-builder. */
  readonly flags: readonly string[]
  /** The packages that it leaves out. */
  readonly left: readonly string[]
}

/**
 * Leaves out the packages of Linux that name a homepage, where none is known: electron-builder would stop before it builds the others.
 * Throws an Error with a message if the flags ask for such a package.
 */
export function chooseTargets(given: readonly string[], platform: NodeJS.Platform, hasHomepage: boolean): Choice {
  const flags = given.flatMap(splitLinuxFlag)
  const at = flags.findIndex((flag) => forLinux.includes(flag))
  const isForLinux = at !== -1 || (platform === 'linux' && !flags.some((flag) => forOthers.includes(flag)))
  if (hasHomepage || !isForLinux) return { flags, left: [] }
  const named = at === -1 ? [] : readTargets(flags.slice(at + 1))
  if (named.some(needsHomepage)) throw new Error(describeLack(named.filter(needsHomepage)))
  if (named.length > 0) return { flags, left: [] }
  const { target } = config.linux
  const others = flags.filter((flag) => !forLinux.includes(flag))
  return {
    flags: [...others, '--linux', ...target.filter((one) => !needsHomepage(one))],
    left: target.filter(needsHomepage),
  }
}

/** Returns why packages were not built, and how to build them, as one line. */
export function describeLack(packages: readonly string[]): string {
  return `Not built: ${packages.join(', ')}. Such a package names a homepage, and the remote "origin" is not on GitHub. Name one: "npm run build --prefix packaging -- -c.extraMetadata.homepage=ADDRESS".`
}

function needsHomepage(target: string): boolean {
  return /^(?:deb|rpm)(?::|$)/.test(target)
}

/** Returns the targets that follow a platform's flag. */
function readTargets(flags: readonly string[]): readonly string[] {
  const end = flags.findIndex((flag) => flag.startsWith('-'))
  return end === -1 ? flags : flags.slice(0, end)
}

function splitLinuxFlag(flag: string): string[] {
  const [name = '', value] = flag.split('=')
  return forLinux.includes(name) && value !== undefined ? [name, value] : [flag]
}
