import { useQueryClient } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { useRef, useState } from 'react'
import { CallError } from '../../lib/api/call.ts'
import { stepsKey } from '../../lib/api/first-steps.ts'
import { formatDuration } from '../../lib/format/format-time.ts'
import {
  type ConnectStep,
  connectSteps,
  type EarlierAttempt,
  findModels,
  type MadeChannel,
  modelToCall,
  readyToken,
  saveChannel,
  testChannel,
} from './connect-provider.ts'
import type { Draft } from './provider-choice.ts'
import { providerKeyText } from './provider-key.text.ts'

export type StepState = { state: 'running' | 'done' | 'failed'; words: string }
/** The result of the steps; `facts` are the results in words. */
export type Connected = { channel: MadeChannel; token: Token; model: string; unpriced: string[]; facts: string[] }

/** Seconds that the clocks of browser and server may be apart. */
const skewSeconds = 60

/** Connects a provider step by step. An attempt after a failure goes on with the channel of the one before. */
export function useConnectProvider(onBegin: () => void, onConnected: (connected: Connected) => void) {
  const t = providerKeyText.use()
  const queries = useQueryClient()
  const [steps, setSteps] = useState<Partial<Record<ConnectStep, StepState>>>({})
  const [models, setModels] = useState<string[]>([])
  const [unpriced, setUnpriced] = useState<string[]>([])
  const [model, setModel] = useState('')
  const earlier = useRef<EarlierAttempt>({})

  const mark = (step: ConnectStep, state: StepState['state'], words = '') =>
    setSteps((all) => ({ ...all, [step]: { state, words } }))

  async function during<Value>(step: ConnectStep, work: () => Promise<Value>, wordsOf: (value: Value) => string) {
    mark(step, 'running')
    try {
      const value = await work()
      mark(step, 'done', wordsOf(value))
      return value
    } catch (error) {
      mark(step, 'failed', error instanceof Error ? error.message : String(error))
      throw error
    }
  }

  async function run(draft: Draft, chosenModel: string): Promise<Connected> {
    const facts: string[] = []
    const noted = (words: string) => {
      facts.push(words)
      return words
    }
    const found = await during(
      'models',
      () => findModels(draft),
      ({ models: { length: count }, unpriced: { length: without }, isListed }) =>
        noted(
          [
            t(isListed ? 'modelsDone' : 'modelsKnown', { count }),
            ...(without > 0 ? [t('unpriced', { without })] : []),
          ].join(t('comma')),
        ),
    )
    setModels(found.models)
    setUnpriced(found.unpriced)
    const startedAt = Math.floor(Date.now() / 1000) - skewSeconds
    const channel = await during(
      'channel',
      () =>
        saveChannel(draft, found.models, earlier.current).catch((error: unknown) => {
          // The response was lost: the channel may exist all the same.
          if (error instanceof CallError && (error.status === 0 || error.status >= 500))
            earlier.current = { uncertainSince: startedAt, ...earlier.current }
          throw error
        }),
      ({ name, id }) => noted(t('channelDone', { name, id })),
    )
    earlier.current = { channel }
    const tested = found.models.includes(chosenModel) ? chosenModel : await modelToCall(found.models)
    setModel(tested)
    await during(
      'test',
      () => orNotTestable(testChannel(channel.id, tested)),
      (seconds) => noted(seconds === undefined ? t('testNone') : t('testDone', { time: formatDuration(seconds) })),
    )
    const { token } = await during(
      'token',
      () => readyToken(t('tokenName')),
      (ready) => t(ready.isNew ? 'tokenMade' : 'tokenUsed', { name: ready.token.name }),
    )
    return { channel, token, model: tested, unpriced: found.unpriced, facts }
  }

  const isRunning = connectSteps.some((step) => steps[step]?.state === 'running')
  return {
    steps,
    isRunning,
    failedStep: connectSteps.find((step) => steps[step]?.state === 'failed'),
    /** The models that the provider offers, and the one that the channel is tested with. */
    models,
    /** Those of them whose calls are refused, because they have no price. */
    unpriced,
    model,
    setModel,
    async connect(draft: Draft) {
      if (isRunning) return
      setSteps({})
      onBegin()
      try {
        const connected = await run(draft, model)
        earlier.current = {}
        onConnected(connected)
      } catch {
        // The failed step shows why.
      } finally {
        for (const key of [stepsKey, ['channels'], ['tokens'], ['pricing'], ['callable models']])
          void queries.invalidateQueries({ queryKey: key })
      }
    },
  }
}

/** A type that no chat can test is connected without one. */
async function orNotTestable(test: Promise<number>): Promise<number | undefined> {
  try {
    return await test
  } catch (error) {
    if (error instanceof CallError && error.code === 'channel_not_testable') return undefined
    throw error
  }
}
