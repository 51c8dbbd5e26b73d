import { role } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { History } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { ForbiddenState } from '../../components/states/forbidden-state.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './form/form.module.css'
import { PersonalActions, PersonalTab } from './personal/personal-tab.tsx'
import { SettingsSearch } from './search/settings-search.tsx'

const settingsText = dictionary({
  title: ['Settings', '设置'],
  personal: ['Personal', '个人'],
  operation: ['Operation', '运营'],
  other: ['Other', '其他'],
  tabs: ['Tabs', '标签页'],
})

const settingsTabs = ['personal', 'operation', 'system', 'other'] as const
type SettingsTab = (typeof settingsTabs)[number]

// Most people open the first only, so the others are loaded when they are opened.
const tabs: Record<SettingsTab, ComponentType> = {
  personal: PersonalTab,
  operation: lazyPart(async () => (await import('./operation/operation-tab.tsx')).OperationTab),
  system: lazyPart(async () => (await import('./system/system-tab.tsx')).SystemTab),
  other: lazyPart(async () => (await import('./other/other-tab.tsx')).OtherTab),
}

const OptionHistory = lazyPart(async () => (await import('./history/option-history.tsx')).OptionHistory)

/** The person's own account and, for super administrators, the options of the whole console. `?tab=` says which. */
export function SettingsPage() {
  const t = settingsText.use()
  const [params] = useSearchParams()
  const small = useSmallScreen()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  const tab = settingsTabs.find((name) => name === params.get('tab')) ?? 'personal'
  const Tab = tabs[tab]
  const [showsHistory, setShowsHistory] = useState(false)
  if (tab !== 'personal' && !isRoot) return <ForbiddenState needs="root" />
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {isRoot && !small && <SettingsSearch />}
          {tab === 'personal' ? (
            <PersonalActions />
          ) : (
            <Button icon={<History />} onClick={() => setShowsHistory(true)}>
              {t('history')}
            </Button>
          )}
        </>
      }
    >
      {isRoot && (
        <div className={styles.tabs}>
          <PageTabs
            label={t('tabs')}
            tabs={settingsTabs.map((name) => ({ query: `?tab=${name}`, text: t(name), isCurrent: name === tab }))}
          />
          {small && <SettingsSearch />}
        </div>
      )}
      <div className={isRoot ? styles.belowTabs : undefined}>
        <Tab />
      </div>
      {showsHistory && <OptionHistory onClosed={() => setShowsHistory(false)} />}
    </Page>
  )
}
