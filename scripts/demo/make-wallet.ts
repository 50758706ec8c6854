import { WelcomePage } from '../../e2e/pages/welcome.ts'
import type { Screenshots } from '../../e2e/support/screenshots.ts'
import type { RunningTill } from '../../e2e/support/launch-till.ts'

export const password = 'paper ink and one green 7'

/** Goes through the first run as a person does, to a wallet for play money. */
export async function makeWallet({ page }: RunningTill, screenshots: Screenshots): Promise<void> {
  const welcome = new WelcomePage(page)
  await screenshots.take('country')
  await welcome.chooseCountry()
  await screenshots.take('service')
  await welcome.usePlayMoney()
  await screenshots.take('password')
  await welcome.choosePassword(password)
  const words = await welcome.readWords()
  await screenshots.take('words')
  await welcome.confirmWritten()
  await screenshots.take('backup-check')
  await welcome.answerCheck(words)
  await page.waitForURL(/#\/shop/)
}
