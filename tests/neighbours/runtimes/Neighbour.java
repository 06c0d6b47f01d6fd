// SPDX-License-Identifier: MIT
// A JVM's implicit null checks and our faults in turn, on several threads.
import java.util.concurrent.atomic.AtomicLong;

public class Neighbour {
	static native long faults(long count);
	static native int countPassed();
	static native long passed(int signo);

	int field;
	static Neighbour none;

	static void turns(int rounds, AtomicLong ours, AtomicLong its)
	{
		for (int i = 0; i < rounds; i++) {
			ours.addAndGet(faults(1));
			try {
				none.field = i;
			} catch (NullPointerException e) {
				its.incrementAndGet();
			}
		}
	}

	public static void main(String[] args) throws Exception
	{
		System.load(args[0]);
		if (countPassed() != 0)
			throw new Error("the JVM's handler is not behind ours");
		AtomicLong ours = new AtomicLong(), its = new AtomicLong();
		Thread[] threads = new Thread[4];
		for (int i = 0; i < threads.length; i++) {
			threads[i] = new Thread(() -> turns(2500, ours, its));
			threads[i].start();
		}
		for (Thread thread : threads)
			thread.join();
		System.out.println(ours + " " + its + " " + (passed(11) >= 10000));
	}
}
