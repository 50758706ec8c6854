import type { AbiParameter } from 'viem'

/** One argument of a call under its parameter's name, wherever in a struct it stands. */
export interface NamedArgument {
  readonly name: string
  readonly type: string
  readonly value: unknown
}

/** Lists the arguments of a decoded call, those inside of structs and of lists of structs each for itself. */
export function nameArguments(inputs: readonly AbiParameter[], values: readonly unknown[]): NamedArgument[] {
  return inputs.flatMap((input, index) => nameOne(input, values[index]))
}

function nameOne(input: AbiParameter, value: unknown): NamedArgument[] {
  const { name = '', type } = input
  if (!('components' in input)) return [{ name, type, value }]
  if (type !== 'tuple') {
    const item = { ...input, type: type.slice(0, type.lastIndexOf('[')) }
    return Array.isArray(value) ? value.flatMap((one: unknown) => nameOne(item, one)) : []
  }
  // viem decodes a struct to an object by its members' names, or to a list where one of them has none.
  const members = input.components.map((component, index) => memberOf(value, component.name ?? '', index))
  return nameArguments(input.components, members)
}

function memberOf(struct: unknown, name: string, index: number): unknown {
  if (Array.isArray(struct)) return struct[index]
  if (typeof struct !== 'object' || struct === null || !Object.hasOwn(struct, name)) return undefined
  return Object.getOwnPropertyDescriptor(struct, name)?.value
}

/** The arguments of those names, however they are capitalized or parted. */
export function argumentsNamed(args: readonly NamedArgument[], names: readonly string[]): NamedArgument[] {
  return args.filter(({ name }) => names.includes(name.toLowerCase().replaceAll('_', '')))
}
