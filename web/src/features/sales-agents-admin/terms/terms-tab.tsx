import { Button } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { Sheet } from '../../../components/page/sheet.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useRights } from '../use-rights.ts'
import styles from './terms.module.css'
import { termsText } from './terms.text.ts'
import { TermsFacts } from './terms-facts.tsx'
import { TermsHistory } from './terms-history.tsx'
import { termNames, termWords } from './terms-words.ts'
import { type Terms, type TermsSubject, useSetTerms, useTerms } from './use-terms.ts'

const TermsDrawer = lazyPart(async () => (await import('./terms-drawer.tsx')).TermsDrawer)

const groupPrefix = 'group:'

/** What the address opens: the terms of the installation, of a group, or of one that is still to be chosen. */
function subjectOf(opened: string | undefined): TermsSubject | { scope: 'group'; group?: undefined } | undefined {
  if (opened === 'installation') return { scope: 'installation' }
  if (opened === 'new') return { scope: 'group' }
  if (opened?.startsWith(groupPrefix)) return { scope: 'group', group: opened.slice(groupPrefix.length) }
  return undefined
}

/** The terms of the installation and of groups, and every change of terms. */
export function TermsTab() {
  const terms = useTerms()
  const { isRoot } = useRights()
  const opened = useOpened()
  const subject = isRoot ? subjectOf(opened.value) : undefined
  return (
    <>
      <SectionState query={terms} lines={8}>
        {(loaded) => (
          <>
            <InstallationSheet terms={loaded} onEdit={() => opened.open('installation')} />
            <GroupsSheet
              terms={loaded}
              onAdd={() => opened.open('new')}
              onEdit={(group) => opened.open(groupPrefix + group)}
            />
            <TermsHistory history={loaded.history} />
          </>
        )}
      </SectionState>
      {subject && <TermsDrawer key={opened.value} subject={subject} onClosed={opened.close} />}
    </>
  )
}

/** A button that only the super administrator can press; for others it says so. */
function RootButton({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  const t = termsText.use()
  const { isRoot } = useRights()
  return (
    <Button size="small" icon={icon} disabled={!isRoot} title={isRoot ? undefined : t('rootOnly')} onClick={onClick}>
      {children}
    </Button>
  )
}

function InstallationSheet({ terms, onEdit }: { terms: Terms; onEdit: () => void }) {
  const t = termsText.use()
  return (
    <Sheet
      title={t('installationTitle')}
      extra={
        <RootButton icon={<Pencil />} onClick={onEdit}>
          {t('edit')}
        </RootButton>
      }
    >
      <p className={styles.sheetText}>{t('installationText')}</p>
      <TermsFacts terms={terms.installation} />
    </Sheet>
  )
}

type GroupsSheetProps = { terms: Terms; onAdd: () => void; onEdit: (group: string) => void }

function GroupsSheet({ terms, onAdd, onEdit }: GroupsSheetProps) {
  const t = termsText.use()
  // A group whose terms were removed has none of its own.
  const groups = terms.groups.filter(({ terms: own }) => Object.keys(own).length > 0)
  return (
    <Sheet
      flush
      title={t('groupsTitle')}
      extra={
        <RootButton icon={<Plus />} onClick={onAdd}>
          {t('addGroup')}
        </RootButton>
      }
    >
      {groups.length === 0 ? (
        <p className={styles.none}>{t('noGroups')}</p>
      ) : (
        <ul aria-label={t('groupsTitle')}>
          {groups.map((row) => (
            <GroupLine key={row.group} row={row} terms={terms} onEdit={onEdit} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

type GroupLineProps = { row: Terms['groups'][number]; terms: Terms; onEdit: (group: string) => void }

function GroupLine({ row: { group, terms: own }, terms, onEdit }: GroupLineProps) {
  const t = termsText.use()
  const money = useAmountWords()
  const { isRoot } = useRights()
  const removing = useSetTerms(() => toast.success(t('removed', { group })))
  const inForce = { ...terms.installation, ...own }
  const words = termNames
    .filter((name) => own[name] !== undefined)
    .map((name) => `${t(name)} ${termWords(name, inForce, { t, money })}`)
  return (
    <li className={styles.line}>
      <GroupTag name={group} />
      <span className={styles.words}>{words.join(' · ')}</span>
      {isRoot && (
        <span className={layoutStyles.rowActions}>
          <IconButton label={t('editGroup', { group })} icon={<Pencil />} onClick={() => onEdit(group)} />
          <RowMenu
            name={group}
            entries={[]}
            removal={{
              verb: t('removeVerb'),
              icon: <Trash2 />,
              question: t('removeQuestion', { group }),
              explanation: t('removeText'),
              onConfirm: () => removing.mutate({ subject: { scope: 'group', group }, terms: {} }),
            }}
          />
        </span>
      )}
    </li>
  )
}
