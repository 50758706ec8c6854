import { WelcomePage } from '../../e2e/pages/welcome.ts'
import type { Camera } from '../../e2e/support/camera.ts'
import type { RunningTill } from '../../e2e/support/launch-till.ts'

export const password = 'paper ink and one green 7'

/** Goes through the first run as a person does, to a wallet for play money. */
export async function makeWallet({ page }: RunningTill, camera: Camera): Promise<void> {
  const welcome = new WelcomePage(page)
  await camera.shoot('welcome')
  await welcome.start()
  await camera.shoot('service')
  await welcome.usePlayMoney()
  await camera.shoot('new-or-restored')
  await welcome.chooseNewWallet()
  await camera.shoot('password')
  await welcome.choosePassword(password)
  const words = await welcome.readWords()
  await camera.shoot('words')
  await welcome.confirmWritten()
  await camera.shoot('backup-check')
  await welcome.answerCheck(words)
  await page.waitForURL(/#\/shop/)
}
