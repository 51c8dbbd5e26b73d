import { basename, dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type ModuleFacts, moduleFacts } from './module-facts.ts'
import { routeRows } from './route-rows.ts'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

/** A page that draws nothing else of Ant Design is a light one: it needs the frame, and none of the layers after it. */
const lightParts = new Set(['Button', 'Input', 'Segmented', 'Skeleton', 'Tooltip'])

/** Ant Design and what it is made of, but not the parts that the layers of lists and dates bring themselves. */
const library = /\/node_modules\/(antd|@ant-design|@rc-component|@babel|clsx|dayjs|throttle-debounce)\//
/** The few functions of these that not every page calls are no file of their own. */
const foundation = /\/node_modules\/(react|react-dom|react-router|@tanstack\/(react-query|query-core))\//
/** What the bundler itself adds to every file. */
const runtime = /rolldown\/runtime|vite\/preload-helper/
/** These draw little, but what they say of channels and of limits would be in the frame of every page. */
const saysMuch = (id: string) => id.endsWith('/overview-page.tsx') || id.includes('/features/organisation/')
/** Ant's Chinese texts. They are small, and most pages would fetch a file more for them. */
const chineseTexts = /\/(antd|@rc-component)\/(.+\/)?es\/(.+\/)?locale\//
const icons = /\/node_modules\/lucide-react\//
const frameParts = /\/(antd\/es|@rc-component)\/(segmented|skeleton)\/|\/dayjs\/(dayjs\.min|locale\/zh-cn)\.js/
/** They are small, and parts that come later would each fetch their own. */
const featureStyle = /\/web\/src\/features\/.+\.css$/
/** Fetched for themselves so that other uses need not bring them, but their page shows them as soon as it is drawn. */
const shownAtOnce =
  /\/channel-editor\/(overrides\/[\w-]+\.tsx?|limits\/channel-budgets\.tsx)$|\/contract\/src\/(money\/price-sources|routing\/model-lists)\.ts$/
/** Lists of which only the visible rows are drawn. */
const windowed =
  /\/@tanstack\/(react-virtual|virtual-core)\/|\/data-table\/(long-table|loading-long-table|use-visible-rows)\b/
/** The lists of drawings and tasks. */
const tasks =
  /\/components\/(tasks\/|overlay\/long-text\.)|\/lib\/address\/(use-)?shown-file\.|\/contract\/src\/usage\/task\./
/** The prices of a model in lines, for the two pages that list them. */
const modelPrices = /\/lib\/(prices\/(price-lines|tier-prices)|models\/model-words\.text)\.ts/
/** The first call, on the pages that lead to it. */
const firstCall = /\/components\/first-call\/[\w-]+\.tsx?$/
/** What the contract says of the overrides of a channel, for its editor. */
const overrides = /\/contract\/src\/routing\/override/
/** The refusals that the pages of channels foresee, and what is known of keys, for the pages where one is entered. */
const channelTexts =
  /\/contract\/src\/routing\/(channel-errors|recognise-key)\.|\/lib\/text\/channel-refusal-text\.|\/components\/provider-key\//
/** The changes of a balance, for the drawers of users and organisations. */
const balances = /\/components\/balance\//
/** The subscriptions of an account, for pages of administrators. */
const subscriptions = /\/components\/subscriptions\//
/** What describes plans, for the pages that sell them. The top bar needs little of it. */
const plans = /\/components\/plans\/(?!tightest-window|usage-ring)|\/contract\/src\/money\/plans\//
/** The budgets of a channel, which its page shows, or of a group or a user, in a drawer. */
const limits = /\/components\/limits\/(?!limit-states)/
/** What agents and invitations earn, for the pages of agents and a section of the settings. */
const earnings = /\/components\/earnings\/|\/contract\/src\/money\/agents\//
/** The filter for a period, but not the calendars for chosen days. */
const period = /\/components\/period\/(?!day-range)/
/** A field for numbers with arrows. */
const numbers = /\/fields\/number-field\.|\/(input-number|mini-decimal)\//
/** Components of few pages, which no layer brings along. */
const isRare = (id: string) =>
  [
    windowed,
    modelPrices,
    tasks,
    firstCall,
    numbers,
    overrides,
    channelTexts,
    balances,
    plans,
    subscriptions,
    limits,
    earnings,
  ].some((each) => each.test(id))
/** What pages about prices and options share: the contract's lists of them, and their texts and arithmetic. */
const prices =
  /\/components\/options\/|\/contract\/src\/(money\/(price-(book|tiers)|profit)|options|option-kinds|system\/option-api|routing\/error-rules)\.ts/
/** The fields of one price, for drawers alone. */
const priceForm = /\/options\/(tiers|price-drawer)\/((?!meant-question)[\w-]+\.tsx|tier-draft\.ts|use-typing\.ts)/
const rareParts =
  /\/(antd\/es|@rc-component)\/(table|tree|pagination|radio|date-picker|picker|calendar|time-picker|image|slider|input-number|mini-decimal|qr-code|qrcode)\//
/** Their styles, but those of lists and numbers are on most pages. */
const laterStyles = /\/antd\/es\/(tree|radio|date-picker|calendar|time-picker|image|slider|qr-code)\//
/** What calendars alone need of the libraries that many parts share. */
const ofCalendars =
  /\/dayjs\/plugin\/|\/@ant-design\/icons(-svg)?\/es\/\w+\/(SwapRight|Calendar|ClockCircle)Outlined\.js/
/** What a press opens, which no page needs at once: dialogs and drawers, and menus. */
const overlays = /\/(antd\/es|@rc-component)\/(modal|dialog|drawer)\/(?!.*\.css$)|\/overlay\/ant-overlays\.tsx$/
/** Their styles are small, and a page that opens with a drawer makes one request less. */
const overlayStyles = /\/antd\/es\/(modal|drawer)\/.*\.css$/
const menus = /\/(antd\/es|@rc-component)\/(menu|dropdown|overflow)\//
const isOpenedLater = (id: string) => [overlays, menus, ofCalendars].some((each) => each.test(id))

/**
 * Which modules share a file. Over HTTP/1.1 a browser fetches six files at a time, so a page may need few of them, and none may carry much
 * that the page does not need.
 *
 * The groups are layers: a module goes to the first group that takes it and brings its dependencies along, so a file imports only from
 * the layers before its own. Files that import each other might run before what they need; `refuseCircularFiles` looks for such.
 */
export function fileGroups(): { plugin: Plugin; groups: Group[] } {
  let layers: Layers | undefined
  const known = () => {
    if (!layers) throw new Error('modules are grouped after they were read')
    return layers
  }
  const groups: Group[] = [
    {
      name: 'base',
      test: (id) => known().isBase(id) || foundation.test(id) || runtime.test(id) || chineseTexts.test(id),
    },
    { name: 'visitors', test: (id) => known().isVisitor(id) },
    {
      name: 'frame',
      test: (id) =>
        (known().isFrame(id) && !overlays.test(id)) ||
        known().isStyle(id) ||
        [frameParts, overlayStyles].some((each) => each.test(id)) ||
        (icons.test(id) && known().isShared(id)),
    },
    {
      name: 'controls',
      test: (id) => known().isControl(id) || (library.test(id) && !rareParts.test(id) && !isOpenedLater(id)),
      minShareCount: 2,
    },
    { name: 'lists', test: (id) => known().isList(id), minShareCount: 2 },
    { name: 'overlays', test: (id) => overlays.test(id), minShareCount: 2 },
    { name: 'menus', test: (id) => menus.test(id), minShareCount: 2 },
    { name: 'dates', test: (id) => known().isDated(id), minShareCount: 2 },
    { name: 'client-code', test: generator, minShareCount: 2 },
    { name: 'model-prices', test: (id) => modelPrices.test(id), minShareCount: 2 },
    { name: 'tasks', test: (id) => tasks.test(id), minShareCount: 2 },
    { name: 'first-call', test: (id) => firstCall.test(id), minShareCount: 2 },
    { name: 'numbers', test: (id) => numbers.test(id), minShareCount: 2 },
    { name: 'channel-parts', test: (id) => overrides.test(id) || limits.test(id), minShareCount: 2 },
    { name: 'channel-texts', test: (id) => channelTexts.test(id), minShareCount: 2 },
    { name: 'balances', test: (id) => balances.test(id), minShareCount: 2 },
    { name: 'plans', test: (id) => plans.test(id), minShareCount: 2 },
    { name: 'subscriptions', test: (id) => subscriptions.test(id), minShareCount: 2 },
    { name: 'period', test: (id) => period.test(id), minShareCount: 2 },
    { name: 'earnings', test: (id) => earnings.test(id), minShareCount: 2 },
    { name: 'long-lists', test: (id) => windowed.test(id), minShareCount: 2 },
    { name: 'prices', test: (id) => prices.test(id) && !priceForm.test(id), minShareCount: 2 },
    { name: 'shared', test: (id) => !known().placeOf(id) && !icons.test(id), minShareCount: 2, entriesAware: true },
    { name: 'settings-form', test: ofAllPrices },
    { name: 'organisation', test: ofOrganisation },
    { name: (id) => known().pagesOf(id) ?? null, debugName: 'pages' },
    { name: (id) => laterPartsOf(id) ?? null, debugName: 'parts of pages', minShareCount: 2 },
    { name: 'settings-pricing', test: pricing },
    { name: (id) => tabOf(id) ?? null, debugName: 'tabs of the settings', minShareCount: 2 },
  ]
  return {
    plugin: {
      name: 'file-groups',
      buildEnd() {
        layers = layersOf(moduleFacts((id) => this.getModuleInfo(id) ?? undefined, [...this.getModuleIds()]))
      },
    },
    groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
  }
}

type Layers = ReturnType<typeof layersOf>

function layersOf({ closureOf, partsOf, iconsOf, isLonely, usersOf }: ModuleFacts) {
  const rows = routeRows()
  const pages = [...new Set(rows.map(({ page }) => page))]
  /** A page that lies deeper than its feature has a file of its own, with what its folder holds. */
  const deepPages = pages.filter((page) => !/\/features\/[^/]+\/[^/]+$/.test(page))
  const ownPlaceOf = (id: string) => {
    const deep = deepPages.find((page) => id.startsWith(`${dirname(page)}/`))
    return deep ? basename(deep, '-page.tsx') : featureOf(id)
  }
  const usersIn = usersOf((id) => ownPlaceOf(id) ?? (ofApp.test(id) ? 'app' : undefined))
  /** A common module that a single page needs, and needs at once, belongs to the place of that page. */
  const placeOf = (id: string) => {
    const own = ownPlaceOf(id)
    if (own !== undefined || !isCommon(id) || id.endsWith('.css')) return own
    const [user, ...others] = usersIn(id)
    const isSole = user !== undefined && others.length === 0
    return isSole && pages.some((page) => ownPlaceOf(page) === user && closureOf(page).has(id)) ? user : undefined
  }
  const isShareable = (id: string) => isCommon(id) && placeOf(id) === undefined
  const closureOfAll = (roots: string[]) => new Set(roots.flatMap((root) => [...closureOf(root)]))
  const ofEveryPage = closureOf(entry)
  const visitorPages = rows
    .filter(({ frame, page }) => frame !== 'console' && partsOf(page).size === 0)
    .map(({ page }) => page)
  const ofVisitors = closureOfAll(visitorPages)
  const ofConsole = closureOfAll([
    consoleFrame,
    ...rows.filter(({ frame }) => frame === 'console').map(({ page }) => page),
  ])
  const visitorIcons = new Set(visitorPages.flatMap(iconsOf))
  const isLight = (id: string) => !saysMuch(id) && [...partsOf(id)].every((part) => lightParts.has(part))
  const ofLightPages = closureOfAll([consoleFrame, ...pages.filter(isLight)])
  const heavyPages = pages.filter((page) => !isLight(page)).map(closureOf)
  /** What no page needs at once lies beside the layers, in files that only the drawers fetch that need it. */
  const isNeededAtOnce = (id: string) => heavyPages.some((closure) => closure.has(id))
  return {
    isBase: (id: string) =>
      ofEveryPage.has(id) ||
      (isShareable(id) && ofVisitors.has(id) && ofConsole.has(id)) ||
      (icons.test(id) && visitorIcons.has(basename(id, '.mjs'))),
    /** Icons of several modules are together, because each is too small for a file. */
    isShared: (id: string) => !isLonely(basename(id, '.mjs')),
    placeOf,
    isVisitor: (id: string) => isShareable(id) && ofVisitors.has(id),
    isFrame: (id: string) => isShareable(id) && ofLightPages.has(id),
    isControl: (id: string) =>
      isShareable(id) &&
      isNeededAtOnce(id) &&
      !isRare(id) &&
      !partsOf(id).has('Table') &&
      !partsOf(id).has('DatePicker'),
    isList: (id: string) => isShareable(id) && isNeededAtOnce(id) && !isRare(id) && !partsOf(id).has('DatePicker'),
    /** Styles of what most pages draw are one file: a page is drawn when the last of its styles has arrived. */
    isStyle: (id: string) =>
      id.endsWith('.css') &&
      (library.test(id)
        ? !laterStyles.test(id) && !isOpenedLater(id)
        : isShareable(id) && (isNeededAtOnce(id) || prices.test(id))),
    isDated: (id: string) => isShareable(id) && partsOf(id).has('DatePicker'),
    /** The feature, or the page in a folder of its own, of a module that its pages need at once. */
    pagesOf(id: string): string | undefined {
      const place = placeOf(id)
      const isOfPage = (page: string) =>
        [placeOf(page), featureOf(page)].includes(place) &&
        (closureOf(page).has(id) || featureStyle.test(id) || shownAtOnce.test(id))
      return pages.some(isOfPage) ? place : undefined
    },
  }
}

const app = join(import.meta.dirname, '..', 'src', 'app')
const entry = join(app, 'main.tsx')
const consoleFrame = join(app, 'layout', 'console-frame.tsx')
/** One file, although the home page has no sample requests: they are small, and the start page is at its limit of requests. */
const generator = /\/web\/src\/lib\/client-code\//
/** The generator of client code: visitors see it on the home page alone, so it is not in the layer of every page. */
const clientCode = /\/web\/src\/(lib\/client-code\/|components\/code-card\/(code-card|key-sections)\.)/
/** The frames, and what they load later. */
const ofApp = /\/web\/src\/app\//
const isCommon = (id: string) =>
  /\/(web\/src\/(components|lib|theme|app)|contract\/src)\//.test(id) && !clientCode.test(id)
/** What the contract says of proposals belongs to their page, whose tabs all need it. */
const ofProposals = /\/contract\/src\/(money\/price-sources|routing\/model-lists)\.ts/
const featureOf = (id: string) => (ofProposals.test(id) ? 'proposals' : /\/web\/src\/features\/([^/]+)\//.exec(id)?.[1])
/** What the pages of an organisation share; each of them has a folder. */
const ofOrganisation = /\/features\/organisation\/[\w-]+\.(tsx?|module\.css)$/
/** The table of prices, which is a page of its own, too. */
const pricing =
  /\/features\/settings\/operation\/pricing\/(prices-form|visual-pricing|price-table|price-cells|use-prices)\.tsx?$/
/** The tabs of the settings are long, and each is opened for itself. */
const tabOf = (id: string) => {
  const tab = /\/features\/settings\/(operation|system|other)\//.exec(id)?.[1]
  return tab && `settings-${tab}`
}
/** What the page of the prices shares with every tab of the settings, and their styles: the rest of the settings is long. */
const ofAllPrices =
  /\/features\/settings\/(form\/|prices-page\.|.+\.css$|operation\/(decimal-|pricing\/(price-options|pricing-section)\.))/
/** What several parts of a feature need that its pages fetch later, a file for each of its folders. */
const laterPartsOf = (id: string) => {
  const [, feature, folder = 'parts'] = /\/web\/src\/features\/([^/]+)\/(?:([^/]+)\/)?/.exec(id) ?? []
  if (!feature || tabOf(id)) return undefined
  // The lists of models are edited as their proposals are.
  return feature === 'proposals' && folder === 'lists' ? 'proposals-models' : `${feature}-${folder}`
}
