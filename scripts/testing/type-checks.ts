import { binOf } from '../program-bin.ts'

/**
 * The type checks, each a program with its arguments. TypeScript 7 takes a quarter of the time, and cannot read the page's templates. Its
 * checkers share no types, so that several take twice the work of one.
 */
export const typeChecks = {
  node: [binOf('typescript-7', 'tsc'), '--noEmit', '--checkers', '1', '-p', 'tsconfig.node.json'],
  web: [binOf('vue-tsc', 'vue-tsc'), '--noEmit', '-p', 'tsconfig.web.json'],
} as const
