import type { OpenWindow } from './open-window.ts'

/** Pixels a second, a fast fling by hand. */
const SPEED = 12_000
const SECONDS = 3

/** Flings the page down for three seconds. Returns the duration of each frame in milliseconds. */
export async function measureScroll({ devtools, evaluate }: OpenWindow): Promise<number[]> {
  await evaluate(`(${countFrames.toString()})()`)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -SPEED * SECONDS,
    speed: SPEED,
    gestureSourceType: 'mouse',
  })
  return evaluate<number[]>('window.frameTimes')
}

/** Counts frames; runs in the page. */
function countFrames(): void {
  const frames: number[] = []
  Object.assign(window, { frameTimes: frames })
  let last = performance.now()
  const step = (now: number): void => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
