/* Checks of a page's layout. Each runs in the page and returns the problems that it found. */

/** Elements that are cut off or scroll sideways, except for a table in a focusable frame (WCAG 1.4.10). */
export function overflowing(): string[] {
  const root = document.documentElement
  const found = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    if (element.matches('input, textarea, select, svg, svg *') || element.clientWidth <= 1) return false
    const { overflowX, overflowY } = getComputedStyle(element)
    const isWider = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    // A text may be cut after some lines if the button behind it shows the rest.
    const canBeOpened = element.nextElementSibling?.matches('button[aria-expanded="false"]')
    const isCut =
      /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1 && !canBeOpened
    return isCut || (isWider && !(element.tabIndex === 0 && element.querySelector('table')))
  })
  const sideways = root.scrollWidth - root.clientWidth
  return [
    ...(sideways > 0 ? [`the page scrolls sideways by ${sideways} px`] : []),
    ...found.map((element) => `scrolls sideways or is cut off: ${element.outerHTML.slice(0, 120)}`),
  ]
}

/** Filled buttons, if there is more than one. Only the main action of a screen, or of the dialog in front of it, is filled. */
export function filledButtons(): string[] {
  const probe = document.createElement('i')
  document.body.append(probe)
  const fills = ['strong', 'danger'].map((color) => {
    probe.style.background = `var(--color-${color})`
    return getComputedStyle(probe).backgroundColor
  })
  probe.remove()
  const scope = document.querySelector('dialog:modal') ?? document
  const found = [...scope.querySelectorAll('main :is(a, button), dialog :is(a, button)')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      fills.includes(getComputedStyle(element).backgroundColor),
  )
  return found.length > 1
    ? found.map(({ textContent }) => `one of several filled buttons: ${textContent}`)
    : []
}

/** Texts and controls that overlap, except for fixed ones. */
export function overlaps(): string[] {
  const boxes: { element: Element; box: DOMRect }[] = []

  function add(element: Element, rects: Iterable<DOMRect>): void {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return
    let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity]
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position, clipPath, overflowX, overflowY } = getComputedStyle(at)
      if (position === 'fixed' || position === 'sticky' || clipPath !== 'none') return
      const frame = at.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
    }
    for (const rect of rects) {
      const [x, y] = [Math.max(left, rect.left), Math.max(top, rect.top)]
      const [width, height] = [Math.min(right, rect.right) - x, Math.min(bottom, rect.bottom) - y]
      if (width > 1 && height > 1) boxes.push({ element, box: new DOMRect(x, y, width, height) })
    }
  }

  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary'))
    add(control, control.getClientRects())
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const words = document.createRange()
    words.selectNodeContents(text)
    if (text.textContent?.trim() && text.parentElement) add(text.parentElement, words.getClientRects())
  }
  boxes.sort((a, b) => a.box.top - b.box.top)
  const found = new Set<string>()
  for (const [index, { element, box }] of boxes.entries())
    for (const { element: other, box: next } of boxes.slice(index + 1)) {
      if (next.top > box.bottom - 2) break
      const across = Math.min(box.right, next.right) - Math.max(box.left, next.left)
      const down = Math.min(box.bottom, next.bottom) - next.top
      // The boxes of close lines overlap a little without touching letters.
      if (across < 2 || down < Math.min(box.height, next.height) / 3) continue
      const belongTogether =
        element.contains(other) ||
        other.contains(element) ||
        element.parentElement?.matches('.password-field')
      const words = (element: Element) => (element.textContent || element.outerHTML).trim().slice(0, 60)
      if (!belongTogether) found.add(`"${words(element)}" and "${words(other)}" overlap`)
    }
  return [...found]
}

/** Controls that are less than 44 px high, except for links in running text. */
export function smallTargets(): string[] {
  const isInText = (control: Element) =>
    getComputedStyle(control).display === 'inline' ||
    (getComputedStyle(control).display === 'inline-block' &&
      control.parentElement?.textContent !== control.textContent)
  // The link of a card covers the whole card.
  const isCard = (control: Element) => getComputedStyle(control, '::after').position === 'absolute'
  const all = document.querySelectorAll<HTMLElement & { labels?: NodeListOf<HTMLElement> | null }>(
    'a[href], button, input, select, textarea, summary',
  )
  return (
    [...all]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => !isInText(control) && !isCard(control))
      // The label of a checkbox is part of its target.
      .map((control) => (control.matches('[type="checkbox"]') && control.labels?.[0]) || control)
      .map((target) => ({ target, height: Math.round(target.getBoundingClientRect().height) }))
      .filter(({ height }) => height > 1 && height < 44)
      .map(({ target, height }) => `only ${height} px high: ${target.outerHTML.slice(0, 120)}`)
  )
}

/** Telephone numbers broken over two lines, and lines that begin with a slash. */
export function badLineBreaks(): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const found = [...text.data.matchAll(/(?<![\w-])[\d(][\d() .-]{5,}\d{4}(?![\w-])|\S+ \//g)]
    for (const { 0: whole, index } of found) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + whole.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
      if (new Set(lines).size > 1) broken.push(`on two lines: ${whole}`)
    }
  }
  return broken
}

/** Lines of more than 80 letters, and an average of 70 or more. */
export function longLines(): string[] {
  // A hidden text has no lines.
  const blocks = [...document.querySelectorAll('main :is(p, li, dd)')].filter((block) =>
    block.checkVisibility(),
  )
  const texts = blocks.filter((block) => !block.querySelector('p, li, dd')).map(linesOf)
  const full = texts.flatMap((lines) => lines.slice(0, -1)).map(({ length }) => length)
  const mean = full.reduce((sum, length) => sum + length, 0) / Math.max(1, full.length)
  return [
    ...texts
      .flat()
      .filter(({ length }) => length > 80)
      .map((line) => `a long line: ${line}`),
    ...(mean < 70 ? [] : [`lines have ${Math.round(mean)} letters on average`]),
  ]

  function linesOf(block: Element): string[] {
    const lines = new Map<number, string>()
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    const word = document.createRange()
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      for (const { 0: letters, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        word.setStart(text, index)
        word.setEnd(text, index + letters.length)
        const { bottom } = word.getBoundingClientRect()
        lines.set(bottom, `${lines.get(bottom) ?? ''} ${letters}`.trim())
      }
    return [...lines.values()]
  }
}

/**
 * Elements with `break-inside: avoid` in a grid within a grid, which move to the next sheet while what follows does not,
 * and small framed elements without it.
 */
export function badPageBreaks(): string[] {
  const avoidsBreak = (element: Element) => getComputedStyle(element).breakInside === 'avoid'
  const isFramed = (element: Element) => {
    const { borderTopWidth, borderBottomWidth, borderBottomColor } = getComputedStyle(element)
    return ![borderTopWidth, borderBottomWidth].includes('0px') && borderBottomColor !== 'rgba(0, 0, 0, 0)'
  }
  const isGrid = (element: Element) => getComputedStyle(element).display.endsWith('grid')
  const around = (element: Element): Element[] =>
    element.parentElement?.closest('main *') ? [element.parentElement, ...around(element.parentElement)] : []
  const isBroken = (element: Element) =>
    avoidsBreak(element)
      ? around(element).filter(isGrid).length > 1
      : isFramed(element) &&
        element.clientHeight < 200 &&
        ![...around(element), ...element.querySelectorAll('*')].some(avoidsBreak)
  return [...document.querySelectorAll('main :not(input)')]
    .filter((element) => element.clientHeight > 0 && isBroken(element))
    .map((element) => `breaks badly on paper: ${element.outerHTML.slice(0, 120)}`)
}

/** In forced colors: controls without a border, disabled ones that do not look so, and an unmarked current link. */
export function forcedColorsProblems(): string[] {
  const sample = document.body.appendChild(document.createElement('span'))
  sample.style.color = 'GrayText'
  const disabledColor = getComputedStyle(sample).color
  sample.remove()
  const background = getComputedStyle(document.documentElement).backgroundColor
  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const isBare = (control: Element) => {
    const { borderBlockEndStyle, borderBlockEndWidth, borderBlockEndColor } = getComputedStyle(control)
    const hasEdge = borderBlockEndStyle !== 'none' && Number.parseFloat(borderBlockEndWidth) > 0
    return !hasEdge || borderBlockEndColor === background
  }
  const disabled = visible('.button:is(:disabled, [aria-disabled="true"]):not([aria-busy="true"])')
  const current = visible('.masthead-link[aria-current]')
  return [
    ...visible('.button, .field-control, .menu-trigger, .help-now').filter(isBare),
    ...disabled.filter((button) => getComputedStyle(button).color !== disabledColor),
    ...current.filter((link) => getComputedStyle(link).textDecorationLine !== 'underline'),
  ].map((element) => `lost in forced colors: ${element.outerHTML.slice(0, 120)}`)
}

/** Running animations and smooth scrolling, but not color transitions. */
export function motion(): string[] {
  const running = document.getAnimations().filter(({ playState }) => playState === 'running')
  const moves = running.flatMap((animation) =>
    animation instanceof CSSAnimation ? [animation.animationName] : [],
  )
  const isSmooth = getComputedStyle(document.documentElement).scrollBehavior === 'smooth'
  return [...moves, ...(isSmooth ? ['smooth scrolling'] : [])].map((name) => `moves: ${name}`)
}
