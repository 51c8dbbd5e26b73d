import { useMutation, useQueryClient } from '@tanstack/react-query'
import { configFileApi, type ExportedSecrets } from '@turnpike/contract/system/config-file/config-file-api'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { call } from '../../../../lib/api/call.ts'
import { saveBlob } from '../../../../lib/browser/save-stream.ts'
import { useText } from '../../../../lib/text/text.ts'
import { configFileText } from './config-file.text.ts'

/** Asks for the file and downloads it. */
export function useDownload() {
  const toast = useToast()
  return useMutation({
    mutationFn: (secrets: ExportedSecrets) => call(configFileApi.export, { query: { secrets } }),
    onSuccess: ({ text }) => saveBlob('turnpike.yaml', new Blob([text], { type: 'application/yaml' })),
    onError: ({ message }) => toast.error(message),
  })
}

export type FileToApply = { text: string; prune: boolean }

/** What a file would change; the server reads and checks it. */
export function usePlan() {
  const toast = useToast()
  return useMutation({
    mutationFn: (body: FileToApply) => call(configFileApi.plan, { body }),
    onError: ({ message }) => toast.error(message),
  })
}

/** Applies the file that was previewed. */
export function useApply({ onApplied, onEnd }: { onApplied: () => void; onEnd: () => void }) {
  const t = useText(configFileText)
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: FileToApply & { seen_digest: string }) => call(configFileApi.apply, { body }),
    async onSuccess() {
      toast.success(t('applied'))
      onApplied()
      // Channels, names, menus, amounts, prices: the file may have changed nearly every answer.
      await queries.invalidateQueries()
    },
    onError: ({ message }) => toast.error(message),
    onSettled: onEnd,
  })
}
