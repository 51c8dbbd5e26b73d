import styles from './chart.module.css'

type TooltipRow = { name: string; value: string; colour: string }

/** The small sheet over a chart. Made of elements: names of models are chosen by clients and must not be read as HTML. */
export function tooltipOf(title: string, total: string, rows: TooltipRow[]): HTMLElement {
  const sheet = element('div', styles.tooltip)
  sheet.append(line(styles.tooltipHead, element('span', '', title), element('span', '', total)))
  for (const { name, value, colour } of rows) {
    const swatch = element('i', styles.swatch)
    swatch.style.background = colour
    sheet.append(line('', swatch, element('span', '', name), element('span', '', value)))
  }
  return sheet
}

function element(tag: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

function line(className = '', ...children: HTMLElement[]): HTMLElement {
  const row = element('div', `${styles.tooltipRow} ${className}`)
  row.append(...children)
  return row
}
