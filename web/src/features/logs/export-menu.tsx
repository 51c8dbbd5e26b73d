import { useMutation } from '@tanstack/react-query'
import { logApi } from '@turnpike/contract/usage/log'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import { DropMenu } from '../../components/menu/drop-menu.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
import { download } from '../../lib/api/call.ts'
import { saveStream } from '../../lib/browser/save-stream.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { logsText } from './logs.text.ts'
import type { LogView } from './use-log-view.ts'
import { queryOf } from './use-logs.ts'

type Format = 'csv' | 'jsonl'

/** Saves all rows of the filters as a file. */
function useExport(view: LogView) {
  const t = useText(logsText)
  const toast = useToast()
  return useMutation({
    mutationFn: (format: Format) =>
      saveStream(`usage-log-${dayjs().format('YYYY-MM-DD')}.${format}`, () => {
        const query = { p: 1, page_size: 1, ...queryOf(view), format }
        return view.isAdmin ? download(logApi.export, { query }) : download(logApi.selfExport, { query })
      }),
    onSuccess: (saved) => saved && toast.success(t('exported')),
  })
}

/** The log as a file, downloaded by a call: a link would lack the credentials that the server requires. */
export function ExportMenu({ view }: { view: LogView }) {
  const t = useText(logsText)
  const save = useExport(view)
  const small = useSmallScreen()
  const items = [
    { key: 'csv', label: t('asCsv'), onClick: () => save.mutate('csv') },
    { key: 'jsonl', label: t('asJsonl'), onClick: () => save.mutate('jsonl') },
  ]
  return (
    <DropMenu disabled={view.problem !== undefined} menu={{ items }}>
      <Button
        type={small ? 'text' : 'default'}
        icon={<Download />}
        loading={save.isPending}
        aria-label={t('exportRows')}
        title={t('exportRows')}
      />
    </DropMenu>
  )
}
