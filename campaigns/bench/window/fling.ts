import type { OpenWindow } from './open-window.ts'

/** Pixels a second: as fast as a person flings. */
const SPEED = 12_000
const SECONDS = 3

/** Flings the page down for three seconds; answers how long each frame took, in milliseconds. */
export async function flingPage({ devtools, evaluate }: OpenWindow): Promise<number[]> {
  await evaluate(`(${countFrames.toString()})()`)
  await devtools.send('Input.synthesizeScrollGesture', {
    ...{ x: 700, y: 500, yDistance: -SPEED * SECONDS, speed: SPEED, gestureSourceType: 'mouse' },
  })
  return evaluate<number[]>('window.flung')
}

/** Runs in the page. */
function countFrames(): void {
  const frames: number[] = []
  Object.assign(window, { flung: frames })
  let last = performance.now()
  const step = (now: number): void => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
