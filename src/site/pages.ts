import { homePage } from './home/page.tsx'
import type { Page } from './page.ts'

/** Every page of the public website. What is not here is redirected to the home page. */
export const pages: readonly Page[] = [homePage]
