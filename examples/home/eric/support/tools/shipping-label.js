// Makes the text of a shipping label. Used by the packing bench.

const CLASS_9 = new Set(["KT-100", "KT-110"]);

/** Whether the parcel needs the sticker for lithium batteries. */
export function needsBatterySticker(articles) {
  return articles.some((article) => CLASS_9.has(article));
}

/** The lines of the label, longest 32 characters, as the printer cuts what is longer. */
export function labelLines(order) {
  const lines = [order.recipient, order.street, `${order.postcode} ${order.town}`, order.country];
  if (needsBatterySticker(order.articles)) {
    lines.push("UN 3480 - ROAD ONLY");
  }
  return lines.map((line) => line.slice(0, 32));
}
