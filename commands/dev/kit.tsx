import { createRoot } from 'react-dom/client'
import { KitPage } from '#ui/kit/kit-page.tsx'

const place = document.getElementById('kit')
if (place) createRoot(place).render(<KitPage />)
