import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Setup, setupApi } from '@turnpike/contract/system/setup'
import { observable } from '../browser/observable.ts'
import { stored } from '../browser/stored.ts'
import { session } from '../session/session.ts'
import { call } from './call.ts'

const mark = (key: string) =>
  stored<boolean>(
    key,
    (text) => text === 'true',
    (isSet) => (isSet ? 'true' : null),
  )

/** The visitor chose to sign in with the default password: pages no longer lead to the setup page. */
export const setupSkipped = mark('setup-skipped')
/** The administrator left the first steps: the console opens with its usual page. */
export const stepsSkipped = mark('first-steps-skipped')
/** A call has succeeded on this installation, so that no page needs to check again. */
export const stepsDone = mark('first-steps-done')

/** The last response said that nothing is left to set up, so that pages are drawn right before the next one arrives. */
export const setupOver = mark('setup-over')

/** The setup page or the first steps were shown since this document was loaded: the home page no longer redirects to them. */
export const setupShown = observable(false)

/** Whether pages no longer lead to the setup page. */
export function useWasOffered(): boolean {
  const isShown = setupShown.use()
  const isSkipped = setupSkipped.use()
  return isShown || isSkipped
}

/** Whether visitors are led to the setup page. Those of an installation with other accounts come to sign in. */
export const isSetupOffered = (setup: Setup | undefined): boolean => setup?.state === 'needed' && !setup.has_users

export const setupKey = ['setup'] as const

export const setupQuery = ({ code = '', userId }: { code?: string; userId: number | undefined }) =>
  queryOptions({
    queryKey: [...setupKey, code, userId],
    queryFn: async () => {
      const setup = await call(setupApi.state, { query: { code } })
      setupOver.set(setup.state !== 'needed')
      return setup
    },
    staleTime: 60_000,
  })

/** Whether the first password can be set by this visitor, with the code of a link or without. */
export const useSetup = ({ code = '', enabled = true } = {}) =>
  useQuery({ ...setupQuery({ code, userId: session.use()?.id }), enabled })
