import type { PriceSource } from '@turnpike/contract/money/price-sources'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { MissingDrawer } from '../../../components/overlay/opened-drawer.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { usePriceSources } from '../prices/use-price-proposals.ts'
import { SourceRow } from './source-row.tsx'
import styles from './sources.module.css'
import { sourcesText } from './sources.text.ts'
import { useRemoveSource } from './use-sources.ts'

const SourceDrawer = lazyPart(async () => (await import('./source-drawer.tsx')).SourceDrawer)

/** In the address, in place of the id of a source. */
const newKey = 'new'

/** The price lists that are read on a schedule. */
export function PriceSources() {
  const t = sourcesText.use()
  const sources = usePriceSources()
  const opened = useOpened()
  const [unwanted, setUnwanted] = useState<PriceSource>()
  const remove = useRemoveSource(() => setUnwanted(undefined))
  const edited = sources.data?.find(({ id }) => String(id) === opened.value)
  const addButton = (
    <Button type="primary" icon={<Plus />} onClick={() => opened.open(newKey)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <div className={styles.head}>
        <p className={textStyles.quiet}>{t('facts')}</p>
        {sources.data && sources.data.length > 0 && addButton}
      </div>
      <SectionState query={sources} lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <Sheet>
              <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={addButton} />
            </Sheet>
          ) : (
            <ul className={layoutStyles.framed}>
              {rows.map((source) => (
                <SourceRow
                  key={source.id}
                  source={source}
                  onEdit={() => opened.open(source.id)}
                  onRemove={() => setUnwanted(source)}
                />
              ))}
            </ul>
          )
        }
      </SectionState>
      {opened.value === newKey && <SourceDrawer onClosed={opened.close} />}
      {edited && <SourceDrawer key={edited.id} source={edited} onClosed={opened.close} />}
      {sources.data && opened.value !== undefined && opened.value !== newKey && !edited && (
        <MissingDrawer onClosed={opened.close} />
      )}
      {unwanted && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { name: unwanted.name })}
          text={t('removeText')}
          verb={t('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(unwanted)}
          onCancel={() => setUnwanted(undefined)}
        />
      )}
    </>
  )
}
