import type { Fault } from '../../../mock-upstream/faults/fault.ts'

/** A chat that meets this fault on a kept connection is sent a second time, on a new connection. */
export const isRepeatedAfter = (fault: Fault): boolean => fault.kind === 'cut' && fault.at === 'before-headers'

/** The attempts among the requests that an upstream received, in order: a repeated request belongs to the same attempt. */
export const attemptsIn = <Target>(received: readonly Target[], fault: Fault): readonly Target[] =>
  isRepeatedAfter(fault) ? received.filter((target, index) => target !== received[index - 1]) : received
