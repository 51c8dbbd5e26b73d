import { useMutation } from '@tanstack/react-query'
import { toast } from '../overlay/toast-list.ts'
import { asOwner, Cancelled } from './owner.ts'

/** A mutation that may ask for the password; a refusal is shown as a toast. */
export function useOwnerMutation<Input, Output>(
  action: (input: Input) => Promise<Output>,
  onSuccess: (output: Output, input: Input) => void,
) {
  return useMutation({
    mutationFn: (input: Input) => asOwner(() => action(input)),
    onSuccess,
    onError: (error) => {
      if (!(error instanceof Cancelled)) toast.error(error.message)
    },
  })
}
