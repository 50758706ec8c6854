/** The parts of a package.json that say where code comes from. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  /** Forbids the install script of each package that has one. */
  readonly allowScripts?: Readonly<Record<string, unknown>>
}

/** A package in package-lock.json (lockfileVersion 3). The project itself also states its development dependencies there. */
export interface LockedPackage extends Omit<Manifest, 'allowScripts'> {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly hasInstallScript?: boolean
  /** Whether it is bundled in its parent package, whose hash pins it. */
  readonly inBundle?: boolean
}

export interface Supply {
  readonly manifest: Manifest
  /** By folder; the project itself is ''. */
  readonly packages: Readonly<Record<string, LockedPackage>>
  /** Returns the licence stated by an installed package, for packages without one in the lockfile. */
  licenceOf(folder: string): string | null
  /** Returns whether an installed package has a `binding.gyp`: npm builds it as if by an install script, which no lockfile shows. */
  isBuilt(folder: string): boolean
}

const registry = 'https://registry.npmjs.org/'

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'WTFPL',
])

/** Packages under other licences: tools, and data of the sandbox. None of their code or data may be part of the app. */
const onlyUsed: readonly [name: RegExp, licence: string][] = [
  [/^(@axe-core\/playwright|axe-core|lightningcss(-[\w-]+)?)$/, 'MPL-2.0'],
  [/^world-countries$/, 'ODbL-1.0'],
]

/** Returns whether an SPDX expression can be met with permissive licences only; refuses nested expressions. */
export function isPermissive(licence: string): boolean {
  const expression = licence.replace(/^\((.*)\)$/, '$1')
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((one) => permissive.has(one)))
}

/** Returns a package's name from its folder. */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Returns the problems of versions, origins, hashes, install scripts and licences, as sentences. */
export function findSupplyProblems(supply: Supply): string[] {
  const locked = Object.entries(supply.packages).filter(([folder]) => folder !== '')
  return [
    ...findVersionProblems(supply.manifest),
    ...findScriptProblems(supply, locked),
    ...Object.entries(supply.packages).flatMap(([folder, one]) => findGaps(supply.packages, folder, one)),
    ...locked.flatMap(([folder, one]) => [
      ...findOriginProblems(folder, one),
      ...findLicenceProblems(folder, one.license ?? supply.licenceOf(folder)),
    ]),
  ]
}

function findVersionProblems({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return (
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      // `npm:` names another package, as for a second version of the same.
      .filter(([, version]) => !/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name}: ${version} is not an exact version`)
  )
}

function findScriptProblems({ manifest, isBuilt }: Supply, locked: [string, LockedPackage][]): string[] {
  const allowed = manifest.allowScripts ?? {}
  const bringing = new Set(
    locked.filter(([folder, one]) => one.hasInstallScript || isBuilt(folder)).map(([folder]) => nameOf(folder)),
  )
  return [
    ...[...bringing]
      .filter((name) => allowed[name] !== false)
      .map((name) => `${name}: brings an install script, and allowScripts does not forbid it`),
    ...Object.keys(allowed)
      .filter((name) => !bringing.has(name))
      .map((name) => `${name}: is in allowScripts, but brings no install script`),
  ]
}

/**
 * Returns the dependencies that the lockfile lacks. An older npm leaves optional ones of other systems out, and a newer one then refuses the
 * whole lockfile. Peers are left to npm, which a folder may tell to ignore them.
 */
function findGaps(packages: Supply['packages'], folder: string, one: LockedPackage): string[] {
  const { dependencies, devDependencies, optionalDependencies } = one
  const needed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return needed
    .filter((name) => !foldersAbove(folder).some((above) => Object.hasOwn(packages, `${above}node_modules/${name}`)))
    .map((name) => `${folder === '' ? 'package.json' : folder}: needs ${name}, which the lockfile lacks`)
}

/** Returns the folders in whose `node_modules` Node looks for what a package imports, each with a final slash. */
function foldersAbove(folder: string): string[] {
  const outer = folder.lastIndexOf('node_modules/')
  return folder === '' ? [''] : [`${folder}/`, ...foldersAbove(folder.slice(0, Math.max(outer - 1, 0)))]
}

function findOriginProblems(folder: string, { version, resolved, integrity, inBundle }: LockedPackage): string[] {
  const problems = []
  if (version === undefined) problems.push(`${folder}: has no version, so npm refuses the whole lockfile`)
  if (resolved !== undefined && !resolved.startsWith(registry))
    problems.push(`${folder}: comes from ${resolved}, not from the public registry`)
  if (!inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    problems.push(`${folder}: its contents are not pinned by a SHA-512 hash`)
  return problems
}

function findLicenceProblems(folder: string, licence: string | null): string[] {
  if (licence === null) return [`${folder}: states no licence`]
  const name = nameOf(folder)
  if (isPermissive(licence) || onlyUsed.some(([known, its]) => known.test(name) && its === licence)) return []
  return [`${folder}: its licence, ${licence}, is not one of those allowed`]
}
