import type { Figure } from '../figure.ts'
import {
  bursts,
  messagesStreamCall,
  oneByOne,
  type StreamShape,
  slow,
  streamCall,
  translatedStreamCall,
} from './calls.ts'
import { readStreams } from './load.ts'
import type { BenchRun } from './programs.ts'
import { cpuPer, measureCosts, ratioFigure } from './turns.ts'

const connections = 32

type Way = { name: string; shape: StreamShape; promise: Record<'same' | 'translated', number | undefined> }
const ways: Way[] = [
  { name: 'one by one', shape: oneByOne, promise: { same: 1.15, translated: 1.6 } },
  { name: 'bursts of 16', shape: bursts, promise: { same: 2, translated: 4 } },
  { name: 'slow (12 s)', shape: slow, promise: { same: undefined, translated: undefined } },
]

/** CPU of whole streams, against the bare proxy that passes the same bytes on. */
export async function streams({ upstream, bare, gateway, length }: BenchRun): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, shape, promise } of ways) {
    await upstream.sendStreamsAs(shape)
    const isSlow = shape === slow
    const count = isSlow ? connections : 3 * connections
    const contender = (target: typeof bare, call: typeof streamCall) => (many: number) =>
      cpuPer(target, many, () => readStreams(target, call, many, connections))
    const contenders = [
      contender(bare, streamCall),
      contender(gateway.ofOneUser, streamCall),
      contender(bare, messagesStreamCall),
      contender(gateway.ofOneUser, translatedStreamCall),
    ]
    const [bareSame, same, bareMessages, translated] = await measureCosts(contenders, {
      warmUp: isSlow ? 0 : length.warmUpStreams,
      count,
      rounds: isSlow ? length.slowRounds : length.rounds,
    })
    const title = `stream of ${shape.events} events, ${name}: CPU times the bare proxy`
    figures.push(
      ratioFigure(title, [same, bareSame], { bare: bareSame, turnpike: same }, promise.same),
      ratioFigure(
        'the same, translated from Anthropic',
        [translated, bareMessages],
        { bare: bareMessages, turnpike: translated },
        promise.translated,
      ),
    )
  }
  await upstream.sendStreamsAs(bursts)
  return figures
}
