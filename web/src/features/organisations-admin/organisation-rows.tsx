import type { AdminOrg, OrgState } from '@turnpike/contract/identity/organisation-api'
import { formatCount } from '@turnpike/contract/quota'
import { actionsColumn } from '../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { ariaSortOf, type SortDirection, SortTitle } from '../../components/data-table/sort-title.tsx'
import { titledColumns } from '../../components/data-table/titled-columns.ts'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { GroupTag } from '../../components/tags/group-tag.tsx'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { OrganisationActions } from './organisation-actions.tsx'
import { organisationsText } from './organisations.text.ts'
import type { OrgFilters } from './use-organisations.ts'

type Sort = 'quota' | 'used_quota' | 'request_count'

export function useOrganisationColumns(
  onOpen: (org: AdminOrg) => void,
  { sort, order }: Pick<OrgFilters, 'sort' | 'order'>,
  onSort: (change: Pick<OrgFilters, 'sort' | 'order'>) => void,
): TableColumns<AdminOrg> {
  const t = organisationsText.use()
  const sortable = (by: Sort, title: string) => {
    const direction: SortDirection | undefined = sort !== by ? undefined : order === 'asc' ? 'asc' : 'desc'
    return {
      title: (
        <SortTitle
          isRight
          direction={direction}
          onSort={(next) => onSort({ sort: next ? by : '', order: next === 'asc' ? next : '' })}
        >
          {title}
        </SortTitle>
      ),
      onHeaderCell: () => ariaSortOf(direction),
    }
  }
  return titledColumns(
    t,
    {
      id: { width: 64, fixed: 'start', className: textStyles.quiet ?? '', render: (_, { id }) => id },
      organisation: {
        fixed: 'start',
        ellipsis: true,
        render: (_, { name }) => (
          <strong className={textStyles.medium} title={name}>
            {name}
          </strong>
        ),
      },
      owner: { width: 136, ellipsis: true, render: (_, { owner }) => owner || '—' },
      members: { width: 88, align: 'right', render: (_, { members }) => formatCount(members) },
      group: { width: 96, render: (_, { group }) => <GroupTag name={group} /> },
      status: { width: 104, render: (_, { state }) => <OrganisationState state={state} /> },
      used: {
        width: 104,
        align: 'right',
        ...sortable('used_quota', t('used')),
        render: (_, { used_quota }) => <Money quota={used_quota} />,
      },
      balance: {
        width: 104,
        align: 'right',
        ...sortable('quota', t('balance')),
        render: (_, { quota }) => <Money quota={quota} />,
      },
      requests: {
        width: 96,
        align: 'right',
        ...sortable('request_count', t('requests')),
        render: (_, { request_count }) => formatCount(request_count),
      },
      created: { width: 96, render: (_, { created_at }) => <RelativeTime seconds={created_at} /> },
    },
    actionsColumn<AdminOrg>(t('actions'), 112, (org) => <OrganisationActions org={org} onOpen={onOpen} />),
  )
}

type OrganisationCardProps = { org: AdminOrg; onOpen: (org: AdminOrg) => void }

/** An organisation on a small screen. */
export function OrganisationCard({ org, onOpen }: OrganisationCardProps) {
  const t = organisationsText.use()
  const { id, name, owner, members, group, state, quota, used_quota } = org
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{name}</strong>
        <OrganisationState state={state} />
      </header>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondary}>{t('balance')}</span>
        <Money quota={quota} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondary}>{t('used')}</span>
        <Money quota={used_quota} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondary}>{t('owner')}</span>
        <span className={textStyles.ellipsis}>{owner || '—'}</span>
      </div>
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          #{id} · {t('members')} {formatCount(members)} · {group}
        </span>
        <OrganisationActions org={org} onOpen={onOpen} />
      </footer>
    </article>
  )
}

const kinds: Record<OrgState, StatusKind> = { active: 'on', disabled: 'stopped', deleted: 'off' }

function OrganisationState({ state }: { state: OrgState }) {
  const t = organisationsText.use()
  return <StatusTag kind={kinds[state]}>{t(state)}</StatusTag>
}
