import type { Page } from '@playwright/test'

/** How many items of a list are kept; the others have the same shape. */
const KEPT_ITEMS = 6

const depthOf = (line: string): number => line.length - line.trimStart().length

/** Drops a block of the snapshot: the lines for which `isHead` holds, with everything below each. */
function without(lines: readonly string[], isHead: (line: string) => boolean): string[] {
  let above: number | null = null
  return lines.filter((line) => {
    if (above !== null && depthOf(line) > above) return false
    above = isHead(line) ? depthOf(line) : null
    return above === null
  })
}

/** Cuts lists after their first items, since a window draws as many rows as fit. */
function shortened(lines: readonly string[]): string[] {
  const items: number[] = []
  return without(lines, (line) => {
    const depth = depthOf(line)
    items.length = Math.min(items.length, depth + 1)
    if (!/^- (listitem|option|row)\b/.test(line.trimStart())) return false
    items[depth] = (items[depth] ?? 0) + 1
    return items[depth] > KEPT_ITEMS
  })
}

/** Returns whether a line is a word of the recovery phrase. */
function isOfPhrase(lines: readonly string[], index: number): boolean {
  const list = lines.slice(0, index).findLast((line) => depthOf(line) < depthOf(lines[index] ?? ''))
  return list?.trimStart() === '- list "Recovery phrase":'
}

/** Replaces what differs from run to run: figures, times, dates, hashes and addresses. */
function masked(text: string): string {
  return (
    text
      .replace(/\b0x(?: ?[\da-fA-F]{4}){10}\b/g, '0x…')
      .replace(/\/\S*till-e2e-\w+/g, '(folder)')
      .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '(id)')
      .replace(/0x[\da-fA-F]+(?:…[\da-fA-F]+)?/g, '0x…')
      .replace(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Weekday')
      .replace(
        /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
        'Month',
      )
      .replace(/\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?=\d)/g, 'Month ')
      .replace(/(?<!\[level=)\d+(?:[.,:]\d+)*/g, '#')
      .replace(/#[\u202f\u00a0 ][AP]M\b/g, '#')
      // A run that crosses midnight shows yesterday's times.
      .replace(/\bMonth #, #(?!,)/g, '#')
      .replace(/"Yesterday"/g, '"Today"')
      .replace(/# (?:second|minute|hour)s? ago\b/g, 'now')
      .replace(/(?<=time: )for # \w+/g, 'for #')
      .replace(/# (second|minute|hour)s?\b/g, '# $1s')
      .replace(/\bjust now\b/g, 'now')
      // Coins that came at the same moment have no order.
      .replace(/(?<=Received new coins on )\w+/g, '(network)')
      .replace(/(?<=text: \+# |button "Received new coins on .* \+# )[A-Z]+/g, '(coin)')
      .replace(/(?<=link "Wallet, ).*(?=")/g, '(balance)')
      .replace(/(?<=definition: )(?:PENDING|PROCESSING|SUCCESS|COMPLETED)$/gm, '(status)')
      .replace(/(?<=status: )(?:Not connected yet|Connected|Waiting for the service)$/gm, '(connection)')
  )
}

/** Returns what a screen reader finds on the page: roles, names and states, without what differs from run to run. */
export async function announcedOn(page: Page): Promise<string> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  // A message goes by itself, and a question for the person comes by itself.
  const passing = /^- (?:region "Messages"|'?link "Action needed|\/url:)/
  const lasting = without(lines, (line) => passing.test(line.trimStart()))
  const known = lasting.map((line, index) =>
    isOfPhrase(lasting, index) ? line.replace(/listitem: .*/, 'listitem: (word)') : line,
  )
  return `${masked(shortened(known).join('\n'))}\n`
}
