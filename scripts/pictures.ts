import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shootScene } from '../e2e/gallery/shoot-scene.ts'
import { demoPurchases } from './demo/purchases.ts'
import { demoShift } from './demo/shift.ts'
import { docsPictures, type DocsPicture } from './docs/docs-pictures.ts'
import { findOrInstallBrowser } from './launch/find-browser.ts'
import { runFlagless } from './run-script.ts'
import { shrinkPicture } from './docs/shrink-picture.ts'

const help = `npm run pictures   plays both demos and takes every picture in docs/pictures/ again`

const root = join(import.meta.dirname, '..')

await runFlagless(help, async () => {
  await demoPurchases()
  await demoShift()
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  for (const picture of docsPictures) {
    const shrunk = shrinkPicture(await takePicture(picture), picture.height)
    writeFileSync(join(root, 'docs/pictures', `${picture.name}.png`), shrunk)
    console.log(`docs/pictures/${picture.name}.png: ${Math.round(shrunk.length / 1024)} KB`)
  }
  return 0
})

async function takePicture({ from }: DocsPicture): Promise<Uint8Array> {
  if ('scene' in from) return shootScene(from.scene, join(root, 'out/renderer'), findOrInstallBrowser())
  const folder = join(root, from.folder)
  const file = readdirSync(folder).find((one) => one.replace(/^\d+-/, '') === `${from.shot}-light.png`)
  if (file === undefined) throw new Error(`The demo took no picture called ${from.shot} in ${from.folder}`)
  return readFileSync(join(folder, file))
}
