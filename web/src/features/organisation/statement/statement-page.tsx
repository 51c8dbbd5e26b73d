import { useMutation, useQuery } from '@tanstack/react-query'
import { orgMay } from '@turnpike/contract/identity/organisation'
import { type Organisation, orgApi } from '@turnpike/contract/identity/organisation-api'
import { Button, Select } from 'antd'
import { Download, Printer } from 'lucide-react'
import { toast } from '../../../components/overlay/toast-list.ts'
import { Page } from '../../../components/page/page.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { call, download } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { saveStream } from '../../../lib/browser/save-stream.ts'
import { textFileName } from '../../../lib/browser/save-text-file.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { ownTimeZone } from '../../../lib/format/own-time-zone.ts'
import { OrgPage } from '../org-page.tsx'
import { orgKey, paramsOf } from '../use-org.ts'
import { monthName, monthsSince } from './months.ts'
import { statementText } from './statement.text.ts'
import { StatementView } from './statement-view.tsx'

/** What came in and was spent in a month, to read, print or save. */
export function StatementPage() {
  const t = statementText.use()
  return <OrgPage title={t('title')}>{(org) => <OrgStatement key={org.id} org={org} />}</OrgPage>
}

function OrgStatement({ org }: { org: Organisation }) {
  const t = statementText.use()
  const small = useSmallScreen()
  const spoken = language.use()
  const { filters, set } = useFilters(['month'])
  const months = monthsSince(org.created_at, new Date())
  const month = months.find((each) => each === filters.month) ?? months[0] ?? ''
  const query = { month, time_zone: ownTimeZone() }
  const statement = useQuery({
    queryKey: [orgKey, org.id, 'statement', query],
    queryFn: () => call(orgApi.statement, { params: paramsOf(org.id), query }),
    enabled: orgMay(org.role, 'watch'),
  })
  const saving = useMutation({
    mutationFn: () =>
      saveStream(textFileName(`${org.name}-${month}`, 'csv'), () =>
        download(orgApi.statementFile, { params: paramsOf(org.id), query }),
      ),
    onSuccess: (isSaved) => isSaved && toast.success(t('saved')),
  })
  if (!orgMay(org.role, 'watch'))
    return (
      <Page title={t('title')}>
        <EmptyState title={t('forbiddenTitle')} text={t('forbiddenText')} />
      </Page>
    )
  const buttons = (
    <>
      <Button icon={<Download />} loading={saving.isPending} onClick={() => saving.mutate()}>
        {t('csv')}
      </Button>
      <Button icon={<Printer />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </>
  )
  return (
    <Page
      title={t('title')}
      width="form"
      bar={buttons}
      actions={
        <>
          <Select
            aria-label={t('month')}
            value={month}
            popupMatchSelectWidth={false}
            options={months.map((value) => ({ value, label: monthName(value, spoken) }))}
            onChange={(value) => set({ month: value })}
          />
          <RefreshButton onClick={() => void statement.refetch()} busy={statement.isFetching} />
          {!small && buttons}
        </>
      }
    >
      <SectionState query={statement} lines={8}>
        {(data) => <StatementView statement={data} isPresent={month === months[0]} />}
      </SectionState>
    </Page>
  )
}
