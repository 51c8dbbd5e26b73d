import type { PaymentNotice } from '@turnpike/contract/money/payment'
import { Button } from 'antd'
import { ChevronDown, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { SetUpPayment } from '../manage/set-up-payment.tsx'
import { NoticeDrawer } from './notice-drawer.tsx'
import { NoticeCard, useNoticeColumns } from './notice-rows.tsx'
import { useProviderName } from './notice-words.tsx'
import { noticesText } from './notices.text.ts'
import { loadNotice, testedProviders, useNotices, useReplay, useTestCallback } from './use-notices.ts'

/** The notifications of payment providers, the checks that each one passed, and its effect. */
export function Notices() {
  const t = noticesText.use()
  const nameOf = useProviderName()
  const { filters, set, clear } = useFilters(['keyword'])
  const notices = useNotices(filters.keyword)
  const list = useListPage({
    name: 'payment notices',
    query: notices,
    keyOf: ({ id }: PaymentNotice) => id,
    load: loadNotice,
  })
  const { open } = list
  const [replaying, setReplaying] = useState<PaymentNotice>()
  const replay = useReplay((notice) => {
    toast.info(t('replayed', { effect: t(notice.effect) }))
    open(notice)
  })
  const testing = useTestCallback(open)
  const handlers = { open, replay: setReplaying }
  return (
    <>
      <div className={layoutStyles.filterRow}>
        <SearchField main label={t('search')} value={filters.keyword} onSearch={(keyword) => set({ keyword })} />
        <div className={layoutStyles.buttonsAtEnd}>
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
      <ListTable
        list={list}
        words={t}
        emptyAction={<SetUpPayment />}
        filtered={{
          title: t('noMatch'),
          words: [filters.keyword && t('matching', { text: filters.keyword })],
          onClear: clear,
        }}
        columns={useNoticeColumns(handlers)}
        onOpen={open}
        card={(notice) => <NoticeCard notice={notice} handlers={handlers} />}
        drawer={(notice) => (
          <NoticeDrawer key={notice.id} notice={notice} onReplay={setReplaying} onClosed={list.close} />
        )}
      />
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
