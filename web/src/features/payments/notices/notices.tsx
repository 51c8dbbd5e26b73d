import type { PaymentNotice } from '@turnpike/contract/money/payment'
import { Button } from 'antd'
import { ChevronDown, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { OpenedDrawer } from '../../../components/overlay/opened-drawer.tsx'
import { useToast } from '../../../components/overlay/toast.tsx'
import { useOpenedRow } from '../../../components/overlay/use-opened-row.ts'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { NoMatch } from '../../../components/states/no-match.tsx'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { useText } from '../../../lib/text/text.ts'
import manage from '../manage/manage.module.css'
import { NoticeDrawer } from './notice-drawer.tsx'
import { NoticeCard, useNoticeColumns } from './notice-rows.tsx'
import { useProviderName } from './notice-words.tsx'
import { noticesText } from './notices.text.ts'
import { loadNotice, testedProviders, useNotices, useReplay, useTestCallback } from './use-notices.ts'

/** The inbox of notifications: what came, which checks it passed, and what became of it. */
export function Notices() {
  const t = useText(noticesText)
  const toast = useToast()
  const nameOf = useProviderName()
  const { filters, set, clear } = useFilters(['keyword'])
  const notices = useNotices(filters.keyword)
  const opened = useOpened()
  const row = useOpenedRow({
    value: opened.value,
    rows: notices.data?.items,
    keyOf: ({ id }: PaymentNotice) => String(id),
    load: loadNotice,
    list: 'payment notices',
  })
  const open = ({ id }: PaymentNotice) => opened.open(id)
  const [replaying, setReplaying] = useState<PaymentNotice>()
  const replay = useReplay((notice) => {
    toast.info(t('replayed', { effect: t(notice.effect) }))
    open(notice)
  })
  const testing = useTestCallback(open)
  const handlers = { open, replay: setReplaying }
  return (
    <>
      <div className={manage.filters}>
        <SearchField
          main
          className={manage.search}
          label={t('search')}
          value={filters.keyword}
          onSearch={(keyword) => set({ keyword })}
        />
        <div className={manage.right}>
          <RefreshButton onClick={notices.refetch} busy={notices.isFetching} />
          <DropMenu
            menu={{
              items: testedProviders.map((provider) => ({
                key: provider,
                label: t('testOf', { provider: nameOf(provider) }),
                onClick: () => testing.mutate(provider),
              })),
            }}
          >
            <Button icon={<FlaskConical />} loading={testing.isPending}>
              {t('test')}
              <ChevronDown aria-hidden />
            </Button>
          </DropMenu>
        </div>
      </div>
      <DataTable
        query={notices}
        columns={useNoticeColumns(handlers)}
        rowKey={({ id }) => id}
        onOpen={open}
        card={(notice) => <NoticeCard notice={notice} handlers={handlers} />}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        noMatch={
          filters.keyword ? (
            <NoMatch title={t('noMatch')} filters={t('matching', { text: filters.keyword })} onClear={clear} />
          ) : undefined
        }
      />
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(notice) => <NoticeDrawer key={notice.id} notice={notice} onReplay={setReplaying} onClosed={opened.close} />}
      </OpenedDrawer>
      {replaying && (
        <ConfirmDialog
          title={t('replayTitle')}
          text={t('replayText')}
          verb={t('replay')}
          busy={replay.isPending}
          onConfirm={() => replay.mutate(replaying.id, { onSettled: () => setReplaying(undefined) })}
          onCancel={() => setReplaying(undefined)}
        />
      )}
    </>
  )
}
