import { useMutation } from '@tanstack/react-query'
import { userApi } from '@turnpike/contract/identity/user'
import { call } from '../api/call.ts'
import { endSession } from './session.ts'

/** Ends the session on the server, then in this browser; when the server cannot be reached, in neither. */
export const useSignOut = () =>
  useMutation({ mutationFn: () => call(userApi.logout), onSuccess: () => endSession('signed-out') })
