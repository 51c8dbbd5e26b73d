/** A drawn toll gate with lanes leading in and fanning out, measured along the road and across it. */
export type Road = {
  length: number
  width: number
  /** Centre of the gate. */
  gate: { along: number; across: number; size: number }
  /** Distance of the lines that lead in from the road's middle. */
  approach: readonly number[]
  /** Where the lanes arrive at the far end, measured across. */
  exits: readonly number[]
  /** Space between two lanes where they leave the gate. */
  bundle: number
  /** Roads run to the right, or down where the screen is narrow. */
  down?: true
}

const gap = 6 // between the gate's tile and the lines

const round = (value: number) => Math.round(value * 10) / 10

/** SVG coordinates of a point on the road. */
function point(road: Road, along: number, across: number): string {
  return road.down ? `${round(across)} ${round(along)}` : `${round(along)} ${round(across)}`
}

/** Straight lines into the gate; the middle one is drawn apart, with dashes. */
export function approachPath(road: Road, offset: number): string {
  const across = road.gate.across + offset
  return `M${point(road, 0, across)}L${point(road, road.gate.along - road.gate.size / 2 - gap, across)}`
}

/** One lane per exit: leaves the gate straight, arrives straight, bends in between. */
export function exitPaths(road: Road): string[] {
  const start = road.gate.along + road.gate.size / 2 + gap
  const middle = (start + road.length) / 2
  return road.exits.map((exit, lane) => {
    const from = road.gate.across + (lane - (road.exits.length - 1) / 2) * road.bundle
    return [
      `M${point(road, start, from)}`,
      `C${point(road, middle, from)} ${point(road, middle, exit)} ${point(road, road.length, exit)}`,
    ].join('')
  })
}

/** `count` exits, `step` apart, around `middle`. */
export const evenExits = (count: number, step: number, middle: number): number[] =>
  Array.from({ length: count }, (_, lane) => middle + (lane - (count - 1) / 2) * step)
