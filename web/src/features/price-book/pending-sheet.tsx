import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PendingPriceChange, priceBookApi } from '@turnpike/contract/money/price-book'
import { useState } from 'react'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { call } from '../../lib/api/call.ts'
import { formatTime } from '../../lib/format/format-time.ts'
import styles from './price-book.module.css'
import { bookText } from './price-book.text.ts'

export const pendingKey = ['options', 'price changes']

const namesMax = 3

type PendingSheetProps = { changes: readonly PendingPriceChange[]; onEdit: (change: PendingPriceChange) => void }

/** The changes that hold from a later time on. */
export function PendingSheet({ changes, onEdit }: PendingSheetProps) {
  const t = bookText.use()
  const queries = useQueryClient()
  const drop = useMutation({
    mutationFn: (id: number) => call(priceBookApi.remove, { params: { id: String(id) } }),
    onSuccess: () => toast.success(t('dropped')),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: pendingKey }),
  })
  const [unconfirmed, setUnconfirmed] = useState<PendingPriceChange>()
  const namesOf = ({ changes }: PendingPriceChange) => {
    const names = changes.slice(0, namesMax).map(({ model }) => model)
    const more = changes.length - names.length
    return `${names.join(', ')}${more > 0 ? ` ${t('more', { count: more })}` : ''}`
  }
  return (
    <Sheet flush title={t('pending')}>
      {changes.length === 0 ? (
        <p className={styles.note}>{t('noPending')}</p>
      ) : (
        <div className={layoutStyles.scrollsSideways}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('from')}</th>
                <th scope="col">{t('models')}</th>
                <th scope="col">{t('by')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.id}>
                  <td>{formatTime(change.effective_at)}</td>
                  <td className={`${styles.name} ${textStyles.mono}`} title={namesOf(change)}>
                    {namesOf(change)}
                  </td>
                  <td>{change.actor_name}</td>
                  <td className={styles.figure}>
                    <QuietButton onClick={() => onEdit(change)}>{t('edit')}</QuietButton>
                    <QuietButton danger onClick={() => setUnconfirmed(change)}>
                      {t('drop')}
                    </QuietButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unconfirmed && (
        <ConfirmDialog
          title={t('dropQuestion')}
          text={t('dropText', { models: namesOf(unconfirmed) })}
          verb={t('drop')}
          danger
          busy={drop.isPending}
          onConfirm={() => drop.mutate(unconfirmed.id, { onSettled: () => setUnconfirmed(undefined) })}
          onCancel={() => setUnconfirmed(undefined)}
        />
      )}
    </Sheet>
  )
}
