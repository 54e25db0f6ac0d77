import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The line between a browser and the product, which a test can cut. */
export interface Line {
  /** The port at which the browser finds the product. */
  port: number;
  /**
   * Nothing passes any more. As with a cable that is pulled out, no connection is closed: requests get no answer, and
   * the browser does not know that it is offline.
   */
  cut(): void;
  /** New connections pass again. Those from before stay silent. */
  mend(): void;
  stop(): void;
}

/** Starts a line to a port of this machine. */
export async function startLine(productPort: number): Promise<Line> {
  const browserSides = new Set<Socket>();
  const productSides = new Set<Socket>();
  let isCut = false;

  const server = createServer((browser) => {
    browserSides.add(browser);
    browser.on('error', () => browser.destroy());
    browser.once('close', () => browserSides.delete(browser));
    if (isCut) {
      browser.resume();
      return;
    }
    const product = connect(productPort, '127.0.0.1');
    productSides.add(product);
    browser.on('data', (bytes) => productSides.has(product) && product.write(bytes));
    product.on('data', (bytes) => browser.write(bytes));
    product.on('error', () => product.destroy());
    browser.once('close', () => product.destroy());
    product.once('close', () => {
      // A line that was cut does not carry the end of a connection either.
      if (productSides.delete(product)) browser.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    // A listening TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      const silent = [...productSides];
      productSides.clear();
      for (const product of silent) product.destroy();
    },
    mend() {
      isCut = false;
    },
    stop() {
      server.close();
      for (const socket of [...browserSides, ...productSides]) socket.destroy();
    },
  };
}
