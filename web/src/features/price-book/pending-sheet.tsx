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
import { amountsAfter } from './price-change.ts'
import { PercentText, PriceText, useFineWords } from './price-text.tsx'

export const pendingKey = ['options', 'price changes']

const namesMax = 3
const pricesMax = 5

type PendingSheetProps = {
  changes: readonly PendingPriceChange[]
  quotaPerUnit: number
  onEdit: (change: PendingPriceChange) => void
}

/** The changes that hold from a later time on. */
export function PendingSheet({ changes, quotaPerUnit, onEdit }: PendingSheetProps) {
  const t = bookText.use()
  const queries = useQueryClient()
  const drop = useMutation({
    mutationFn: (id: number) => call(priceBookApi.remove, { params: { id: String(id) } }),
    onSuccess: () => toast.success(t('dropped')),
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
                <th scope="col">{t('modelsAndPrices')}</th>
                <th scope="col">{t('by')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.id}>
                  <td>{formatTime(change.effective_at)}</td>
                  <td className={styles.prices}>
                    <PendingPrices change={change} quotaPerUnit={quotaPerUnit} />
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

/** The first models of a change, each with its old and new price. */
function PendingPrices({ change: { changes }, quotaPerUnit }: { change: PendingPriceChange; quotaPerUnit: number }) {
  const t = bookText.use()
  const fineWords = useFineWords()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? changes : changes.slice(0, pricesMax)
  return (
    <ul>
      {shown.map(({ model, before, amounts }) => {
        const [was, will] = [amountsAfter(before, before), amountsAfter(before, amounts)]
        return (
          <li key={model} className={styles.price} title={fineWords(was, will, quotaPerUnit).join('\n') || undefined}>
            <code className={textStyles.mono}>{model}</code>
            <span>
              <PriceText amounts={was} quotaPerUnit={quotaPerUnit} /> →{' '}
              <strong>
                <PriceText amounts={will} quotaPerUnit={quotaPerUnit} />
              </strong>{' '}
              <span className={textStyles.quiet}>
                <PercentText before={was} after={will} />
              </span>
            </span>
          </li>
        )
      })}
      {changes.length > shown.length && (
        <li>
          <QuietButton onClick={() => setOpen(true)}>{t('more', { count: changes.length - shown.length })}</QuietButton>
        </li>
      )}
    </ul>
  )
}
