/** Loudness of a tone, and seconds until it has faded. */
const [LOUD, FADE] = [0.07, 0.22];

/** Soft tones from an oscillator: one for each stone that is taken, two at the end. Off until asked for. */
export class Sound {
  constructor(store) {
    this.store = store;
    this.context = null;
  }

  get isOn() {
    return this.store.get("sound") === "on";
  }

  toggle() {
    this.store.set("sound", this.isOn ? "off" : "on");
    this.move(1);
  }

  /** Sounds for a move with this number of stones, and for the end, `won` or `lost`. Browsers want a tap or a key before the first sound. */
  move(stones, end = null) {
    if (!this.isOn || navigator.userActivation?.hasBeenActive === false) return;
    this.context ??= new AudioContext();
    this.context.resume();
    const tones = [...Array(Math.min(Math.max(stones, 1), 5)).keys()].map((at) => [0.07 * at, 392 * 1.122 ** at]);
    if (end) tones.push(...(end === "won" ? [[0.45, 523], [0.6, 659], [0.75, 784], [0.9, 1047]] : [[0.5, 330], [0.75, 262]]));
    for (const [after, pitch] of tones) this.tone(this.context.currentTime + after, pitch);
  }

  tone(from, pitch) {
    const { context } = this, wave = new OscillatorNode(context, { type: "triangle", frequency: pitch }), volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUD, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + FADE);
    wave.connect(volume).connect(context.destination);
    wave.start(from);
    wave.stop(from + FADE);
  }
}
