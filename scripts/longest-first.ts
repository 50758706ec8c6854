import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that keep the whole machine busy for about a minute, longest first. */
const hardest = ['crash', 'kill', 'ipc', 'sales', 'queue'].map((name) => `campaigns/${name}/${name}.test.ts`)
/** The number of other files between two of those, which would slow each other down. */
const BETWEEN = 4

/**
 * Runs the longest files first, so that none runs alone at the end: first those that wait for blocks, mixed with the hardest, then the
 * rest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification): number =>
      hardest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))
    const others = sorted.filter((file) => placeOf(file) === -1)
    const waiting = others.filter(waitsForBlocks)
    const order = [...waiting, ...others.filter((file) => !waiting.includes(file))]
    const hard = sorted.filter((file) => placeOf(file) !== -1).sort((one, other) => placeOf(one) - placeOf(other))
    for (const [index, file] of hard.entries()) order.splice(index * (BETWEEN + 1), 0, file)
    return order
  }
}

/** Returns whether a test file opens a sandbox or a simulation, whose chain mines at its own pace. */
export function waitsForBlocks({ moduleId }: Pick<TestSpecification, 'moduleId'>): boolean {
  return /\b(?:openTestSandbox|openSandbox|openSimulation|startSandbox)\b/.test(readFileSync(moduleId, 'utf8'))
}
