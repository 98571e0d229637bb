import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'

/** An element of a PDF's structure tree, which screen readers use. */
export interface Element {
  role: string
  dict: PDFDict
  children: Element[]
  /** Its annotations. */
  annotations: PDFDict[]
}

/** Reads a PDF without updating its metadata. */
export function readPdf(content: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(content, { updateMetadata: false })
}

export function textOf(dict: PDFDict, key: string): string | undefined {
  return dict.lookupMaybe(PDFName.of(key), PDFString, PDFHexString)?.decodeText()
}

export function dictOf(dict: PDFDict, ...keys: string[]): PDFDict {
  return keys.reduce((inner, key) => inner.lookup(PDFName.of(key), PDFDict), dict)
}

export function structureOf(pdf: PDFDocument): Element {
  const root = dictOf(pdf.catalog, 'StructTreeRoot')
  return { role: 'root', dict: root, ...within(root) }
}

/** All elements in reading order. */
export function inOrder(element: Element): Element[] {
  return [element, ...element.children.flatMap(inOrder)]
}

/** The element of an annotation, by the parent tree. */
export function parentOf(pdf: PDFDocument, annotation: PDFDict): PDFDict | undefined {
  const key = annotation.lookup(PDFName.of('StructParent'), PDFNumber).asNumber()
  const tree = dictOf(pdf.catalog, 'StructTreeRoot', 'ParentTree').lookup(PDFName.of('Nums'), PDFArray)
  for (let place = 0; place < tree.size(); place += 2) {
    if (tree.lookup(place, PDFNumber).asNumber() === key) return tree.lookup(place + 1, PDFDict)
  }
  return undefined
}

function within(dict: PDFDict): Pick<Element, 'children' | 'annotations'> {
  const children: Element[] = []
  const annotations: PDFDict[] = []
  for (const kid of kidsOf(dict)) {
    if (!(kid instanceof PDFDict)) continue
    const role = kid.lookupMaybe(PDFName.of('S'), PDFName)?.decodeText()
    if (role) children.push({ role, dict: kid, ...within(kid) })
    else if (kid.has(PDFName.of('Obj'))) annotations.push(dictOf(kid, 'Obj'))
  }
  return { children, annotations }
}

function kidsOf(dict: PDFDict): (PDFObject | undefined)[] {
  const kids = dict.lookup(PDFName.of('K'))
  if (!(kids instanceof PDFArray)) return [kids]
  return kids.asArray().map((kid) => (kid instanceof PDFRef ? dict.context.lookup(kid) : kid))
}
