import { demoFirstTopUp } from './demo/first-top-up.ts'
import { demoPurchases } from './demo/purchases.ts'
import { demoShift } from './demo/shift.ts'

const args = process.argv.slice(2)
const demos: Readonly<Record<string, () => Promise<object>>> = {
  '': async () => ({ ...(await demoPurchases()), ...(await demoFirstTopUp()) }),
  kiosk: demoShift,
  'first-top-up': demoFirstTopUp,
}
const demo = demos[args.join(' ')]

if (demo === undefined)
  console.log(`npm run demo                   creates a wallet and buys twice; the pictures go to demo/
npm run demo -- first-top-up   only measures the way to a first top-up, at a person's pace
npm run demo -- kiosk          plays a shift of twenty sales in a shop; the pictures go to demo/kiosk/`)
else
  try {
    const began = performance.now()
    const played = await demo()
    console.log(JSON.stringify({ ok: true, ...played, seconds: Math.round((performance.now() - began) / 1000) }))
  } catch (error) {
    console.error(error)
    console.log(JSON.stringify({ ok: false, reason: error instanceof Error ? error.message : String(error) }))
    process.exitCode = 1
  }
