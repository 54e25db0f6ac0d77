/**
 * The minimal player: it can only play, pause and mute, drawn by Preact inside a custom element's
 * shadow root. Measured, never run.
 */
import { h, render, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

function Player({ src }: { src: string }): VNode {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const toggle = (): void => {
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play();
  };
  return h('div', null, [
    h('audio', {
      ref: audio,
      src,
      preload: 'none',
      muted: isMuted,
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
    }),
    h('button', { onClick: toggle }, isPlaying ? 'Pause' : 'Play'),
    h('button', { onClick: () => setMuted(!isMuted) }, isMuted ? 'Unmute' : 'Mute'),
  ]);
}

class MinimalPlayer extends HTMLElement {
  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    render(h(Player, { src: this.getAttribute('src') ?? '' }), root);
  }

  disconnectedCallback(): void {
    if (this.shadowRoot) render(null, this.shadowRoot);
  }
}

if (!customElements.get('minimal-player')) customElements.define('minimal-player', MinimalPlayer);
