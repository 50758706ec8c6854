import { demoPurchases } from './demo/purchases.ts'
import { demoShift } from './demo/shift.ts'

const args = process.argv.slice(2)
const demo = args.length === 0 ? demoPurchases : args.join(' ') === 'kiosk' ? demoShift : null

if (demo === null)
  console.log(`npm run demo            creates a wallet and buys twice; the pictures go to demo/
npm run demo -- kiosk   plays a shift of twenty sales in a shop; the pictures go to demo/kiosk/`)
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
