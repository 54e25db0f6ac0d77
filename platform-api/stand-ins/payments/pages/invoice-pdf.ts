import PDFDocument from 'pdfkit';
import type Stripe from 'stripe';
import { BRAND, BRAND_COLOURS, COMPANY } from '../../../contract/brand.ts';
import { money, taxedOf, vatLabel } from './amounts.ts';
import { customerLines } from './customer-lines.ts';
import { day } from './dates.ts';
import { NOT_REAL } from './invoice-page.tsx';
import { invoiceNumber } from './invoice-words.tsx';

const { ink, muted, line: LINE, on_air } = BRAND_COLOURS.light;

/** Points; a page is A4. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const AMOUNT_WIDTH = 110;
const SIZES = { small: 9, text: 10.5, title: 24 };
/** Below this a line of an invoice begins another page. */
const LOWEST = 740;

/** What the fonts that every PDF reader has can show (PDF 1.7, annex D: WinAnsiEncoding). */
const SHOWN = /[\x20-\x7E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** A text as those fonts can show it: another letter loses its accent, or gives way to a question mark. */
function showable(text: string): string {
  const show = (letter: string): string => {
    if (SHOWN.test(letter)) return letter;
    const bare = letter.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
    return bare !== '' && SHOWN.test(bare) ? bare : '?';
  };
  return [...text.normalize('NFC')].map(show).join('');
}

type Pdf = PDFKit.PDFDocument;

/** An invoice as a PDF of one page or more. */
export async function invoicePdf(invoice: Stripe.Invoice): Promise<Buffer> {
  const title = `Invoice ${invoiceNumber(invoice)}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-GB',
    info: { Title: showable(title), Author: COMPANY.company_name },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  drawBand(pdf);
  drawHead(pdf, title, invoice);
  drawLines(pdf, invoice);
  drawEnd(pdf, invoice);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawBand(pdf: Pdf): void {
  pdf.rect(0, 0, pdf.page.width, 30).fill(on_air);
  pdf.fillColor(ink).font('Helvetica-Bold').fontSize(SIZES.text);
  pdf.text(NOT_REAL, MARGIN, 10, { width: WIDTH, align: 'center' });
}

function drawHead(pdf: Pdf, title: string, invoice: Stripe.Invoice): void {
  pdf.fillColor(ink).font('Helvetica-Bold').fontSize(14).text(BRAND.name, MARGIN, 64);
  pdf.fontSize(SIZES.title).text(showable(title), MARGIN, 100, { width: WIDTH });
  const top = pdf.y + 20;
  const half = WIDTH / 2 - 12;
  const seller = [
    COMPANY.company_name,
    ...COMPANY.postal_address,
    `Company number ${COMPANY.company_number}`,
    COMPANY.contact_email,
  ];
  const bottoms = [
    drawParty(pdf, 'From', seller, { x: MARGIN, y: top, width: half }),
    drawParty(pdf, 'To', customerLines(invoice), { x: MARGIN + half + 24, y: top, width: half }),
  ];
  pdf.fillColor(muted).fontSize(SIZES.text).font('Helvetica');
  pdf.text(`Date ${day(invoice.created)}`, MARGIN, Math.max(...bottoms) + 24);
  pdf.moveDown(1.5);
}

/** @returns where it ends */
function drawParty(
  pdf: Pdf,
  heading: string,
  lines: readonly string[],
  at: { x: number; y: number; width: number },
): number {
  const { x, y, width } = at;
  pdf.fillColor(muted).font('Helvetica').fontSize(SIZES.small).text(heading, x, y, { width });
  pdf.fillColor(ink).fontSize(SIZES.text);
  for (const [index, line] of lines.entries()) {
    pdf.font(index === 0 ? 'Helvetica-Bold' : 'Helvetica');
    pdf.text(showable(line), x, pdf.y + 2, { width });
  }
  return pdf.y;
}

function drawLines(pdf: Pdf, invoice: Stripe.Invoice): void {
  const { currency, lines, total } = invoice;
  const taxed = taxedOf(invoice);
  for (const { description, amount } of lines.data) {
    drawRow(pdf, description ?? 'Item', money(amount, currency));
  }
  drawRow(pdf, 'Net', money(taxed.net, currency), muted);
  drawRow(pdf, vatLabel(taxed), money(taxed.vat, currency), muted);
  pdf.font('Helvetica-Bold');
  drawRow(pdf, 'Total', money(total, currency));
  pdf.font('Helvetica');
}

function drawRow(pdf: Pdf, what: string, amount: string, colour: string = ink): void {
  if (pdf.y > LOWEST) pdf.addPage();
  const { y } = pdf;
  pdf.strokeColor(LINE).lineWidth(0.75);
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .stroke();
  pdf.fillColor(colour).fontSize(SIZES.text);
  const at = MARGIN + WIDTH - AMOUNT_WIDTH;
  pdf.text(amount, at, y + 8, { width: AMOUNT_WIDTH, align: 'right' });
  pdf.text(showable(what), MARGIN, y + 8, { width: WIDTH - AMOUNT_WIDTH - 12 });
  pdf.y += 8;
}

function drawEnd(pdf: Pdf, invoice: Stripe.Invoice): void {
  const paidAt = invoice.status_transitions.paid_at;
  pdf.moveDown(1);
  pdf.fillColor(ink).font('Helvetica-Bold').fontSize(SIZES.text);
  pdf.text(paidAt === null ? 'Not paid' : `Paid on ${day(paidAt)}`, MARGIN, pdf.y, {
    width: WIDTH,
  });
  pdf.moveDown(0.5);
  pdf.fillColor(muted).font('Helvetica').fontSize(SIZES.small);
  pdf.text(`${NOT_REAL}. No money moved, and nothing is owed.`, { width: WIDTH });
}
